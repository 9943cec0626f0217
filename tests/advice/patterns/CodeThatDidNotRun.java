import java.util.ArrayList;
import java.util.List;

/** Code of the loops that did not run would make iterations depend on one another: they are apart only as long as it does not run. */
public class CodeThatDidNotRun {
    static int last;
    int kept;

    static int mix(int v) {
        for (int k = 0; k < 90; k++) {
            v = v * v % 10007 + k;
        }
        return v;
    }

    static void viaStatic(int[] o) {
        for (int i = 0; i < o.length; i++) { // advice: with-changes via last, edit none
            int v = mix(i);
            if (v < 0) {
                last = v;
            }
            o[i] = v + last;
        }
    }

    void viaField(int[] o) {
        for (int i = 0; i < o.length; i++) { // advice: with-changes via kept, edit none
            int v = mix(i);
            if (v < 0) {
                kept = v;
            }
            o[i] = v + kept;
        }
    }

    static void viaLocal(int[] o) {
        int last = 1;
        for (int i = 0; i < o.length; i++) { // advice: serial
            int v = mix(i);
            if (v < 0) {
                last = v;
            }
            o[i] = v + last;
        }
    }

    static void viaElement(int[] o) {
        for (int i = 1; i < o.length; i++) { // advice: with-changes via int[], edit none
            int v = mix(i);
            if (v < 0) {
                v += o[i - 1];
            }
            o[i] = v;
        }
    }

    static void ownElement(int[] o) {
        for (int i = 0; i < o.length; i++) { // advice: independent
            int v = mix(i);
            if (v < 0) {
                v += o[i];
            }
            o[i] = v;
        }
    }

    static void viaList(int[] o, List<Integer> rare) {
        for (int i = 0; i < o.length; i++) { // advice: with-changes via List, edit none
            int v = mix(i);
            if (v < 0) {
                rare.add(v);
            }
            o[i] = v;
        }
    }

    static void keep(int v) {
        last = Math.max(last, v);
    }

    static void viaMethod(int[] o) {
        for (int i = 0; i < o.length; i++) { // advice: with-changes via last, edit none
            int v = mix(i);
            if (v < 0) {
                keep(v);
            }
            o[i] = v;
        }
    }

    static void guarded(int[] o) {
        for (int i = 0; i < o.length; i++) { // advice: independent
            int v = mix(i);
            if (v < 0) {
                throw new IllegalStateException("negative at " + i);
            }
            o[i] = v;
        }
    }

    public static void main(String[] args) {
        int[] o = new int[40];
        viaStatic(o);
        new CodeThatDidNotRun().viaField(o);
        viaLocal(o);
        viaElement(o);
        ownElement(o);
        List<Integer> rare = new ArrayList<>();
        viaList(o, rare);
        viaMethod(o);
        guarded(o);
        System.out.println(o[1] + o[39] + rare.size());
    }
}
