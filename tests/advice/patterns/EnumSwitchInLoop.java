import java.util.ArrayList;
import java.util.List;

/** Iterations switch over an enum: its table is initialised by the first one, and depends on nothing that an iteration does. */
public class EnumSwitchInLoop {
    enum Kind {
        PLAIN, WIDE, TALL
    }

    static int weight(Kind kind, int i) {
        switch (kind) {
            case PLAIN:
                return i % 13;
            case WIDE:
                return i % 17 * 2;
            default:
                return i % 19 * 3;
        }
    }

    static int mixed(List<Integer> values, Kind kind, int i) {
        int sum = values.size();
        for (int k = 0; k < 20; k++) {
            sum = sum * 31 % 10007 + weight(kind, i + k);
        }
        return sum;
    }

    public static void main(String[] args) {
        Kind[] kinds = Kind.values();
        int[] sums = new int[2000];
        for (int i = 0; i < sums.length; i++) { // advice: independent | with-changes
            List<Integer> values = new ArrayList<>();
            values.add(i);
            List<List<Integer>> all = new ArrayList<>();
            all.add(values);
            values.add(i + 1);
            sums[i] = mixed(all.get(0), kinds[i % 3], i);
        }
        System.out.println(sums[1999]);
    }
}
