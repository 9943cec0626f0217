/** The initialiser of a class prints, as rounds do before and after it, and runs another one, whose constants all rounds need. */
public class InitializerInsideAnother {
    static class Outer {
        static int count;

        static {
            System.out.println("initialised");
            count = Weights.ALL.length;
        }
    }

    static class Weights {
        static final int[] ALL = make();

        static int[] make() {
            int[] made = new int[16];
            for (int k = 0; k < made.length; k++) {
                made[k] = k * k + 1;
            }
            return made;
        }
    }

    static int work(int x) {
        for (int k = 0; k < 30; k++) {
            x = x * 31 + (x >>> 7) + Weights.ALL[k & 15];
        }
        return x & 0xffff;
    }

    public static void main(String[] args) {
        int[] out = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: reduction | with-changes via PrintStream
            if (i % 500 == 0) {
                System.out.println(i);
            }
            if (i == 3) {
                out[i] = Outer.count;
            } else if (i > 3) {
                out[i] += work(i);
            }
        }
        System.out.println(out[3] + out[1999]);
    }
}
