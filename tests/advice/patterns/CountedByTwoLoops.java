/** A counter that a method moves which two loops call, and code behind both reads: neither loop sees it on the way. */
public class CountedByTwoLoops {
    static int looked;

    static int work(int x, int rounds) {
        for (int k = 0; k < rounds; k++) {
            x ^= x << 13;
            x ^= x >>> 17;
            x ^= x << 5;
        }
        return x;
    }

    static int look(int i) {
        looked++;
        return work(i + 1, 40);
    }

    static int lookAgain(int i) {
        return look(i) + looked;
    }

    static int first(int n) {
        int all = 0;
        for (int i = 0; i < n; i++) { // advice: reduction via looked
            all ^= look(i);
        }
        return all;
    }

    static int second(int n) {
        int all = 0;
        for (int i = 0; i < n; i++) { // advice: reduction via looked
            all ^= look(i);
        }
        return all;
    }

    static int third(int n) {
        int all = 0;
        for (int i = 0; i < n; i++) { // advice: scan | overlapping | serial via looked
            all ^= lookAgain(i);
        }
        return all;
    }

    public static void main(String[] args) {
        System.out.println(third(120) + first(120) + second(120) + looked);
    }
}
