import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Each iteration fills a list of its own and has the library sort it. */
public class ScratchListsSorted {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    static int[] byTool() {
        List<Integer> near = new ArrayList<>();
        int[] middles = new int[300];
        for (int i = 0; i < 300; i++) { // advice: private-copies
            near.clear();
            for (int j = 0; j < 5; j++) {
                near.add(work(i * 5 + j));
            }
            Collections.sort(near);
            middles[i] = near.get(2);
        }
        return middles;
    }

    static int[] byItself() {
        List<Integer> near = new ArrayList<>();
        int[] middles = new int[300];
        for (int i = 0; i < 300; i++) { // advice: private-copies
            near.clear();
            for (int j = 0; j < 5; j++) {
                near.add(work(i * 5 + j));
            }
            near.sort(Comparator.reverseOrder());
            middles[i] = near.get(2);
        }
        return middles;
    }

    /** What the last iteration leaves is read behind the loop. */
    static int readAfterwards() {
        List<Integer> near = new ArrayList<>();
        int[] middles = new int[300];
        for (int i = 0; i < 300; i++) { // advice: with-changes | not-known
            near.clear();
            for (int j = 0; j < 5; j++) {
                near.add(work(i * 5 + j));
            }
            Collections.sort(near);
            middles[i] = near.get(2);
        }
        return near.get(0) + middles[7];
    }

    /** What earlier iterations have added stays. */
    static int[] growing() {
        List<Integer> near = new ArrayList<>();
        int[] middles = new int[300];
        for (int i = 0; i < 300; i++) { // advice: serial | not-known | overlapping
            near.add(work(i));
            Collections.sort(near);
            middles[i] = near.get(near.size() / 2);
        }
        return middles;
    }

    public static void main(String[] args) {
        int[] sums = new int[300];
        int[] first = byTool();
        int[] second = byItself();
        int[] third = growing();
        for (int i = 0; i < 300; i++) {
            sums[i] = first[i] + 3 * second[i] + 5 * third[i];
        }
        System.out.println(sums[299] + " " + sums[17] + " " + readAfterwards());
    }
}
