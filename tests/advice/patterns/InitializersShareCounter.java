import java.util.ArrayList;
import java.util.List;

/** Two initialisers change the same: which one runs first decides what both give, and in parallel another task may come first. */
public class InitializersShareCounter {
    static int ids;
    static List<String> registry = new ArrayList<>();

    static class First {
        static final int ID = ++ids;
    }

    static class Second {
        static final int ID = ++ids * 100;
    }

    static class Left {
        static final int AT;

        static {
            registry.add("left");
            AT = registry.size();
        }
    }

    static class Right {
        static final int AT;

        static {
            registry.add("right");
            AT = registry.size();
        }
    }

    static int mixed(int i, int step) {
        int sum = i;
        for (int k = 0; k < 20; k++) {
            sum = (sum * 31 + step) % 10007;
        }
        return sum;
    }

    public static void main(String[] args) {
        int[] sums = new int[2000];
        for (int i = 0; i < sums.length; i++) { // advice: serial | not-known | overlapping
            sums[i] = mixed(i, i < 2 ? First.ID : Second.ID);
        }
        int[] others = new int[2000];
        for (int i = 0; i < others.length; i++) { // advice: serial | not-known | overlapping
            others[i] = mixed(i, i < 2 ? Left.AT : Right.AT);
        }
        System.out.println(sums[1999] + others[1999]);
    }
}
