/** Initialisers that start in the middle of a loop, a loop test, a condition, and an argument list. */
public class StaticInitInLoop {
    static int order;

    static class Limit {
        static int max = ++order * 4;
    }

    static class Late {
        static int[] data = {3, 1, 4, ++order};
    }

    static class Made {
        static int made;
        final int number;

        static {
            made = ++order * 100;
        }

        Made(int plus) {
            number = made + plus;
        }
    }

    static class Called {
        static final int SHIFT = 1 + order;

        static int shift(int x) {
            return x << SHIFT;
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < Limit.max; i++) {
            if (i > 1 && Late.data[i] > 0) {
                sum += Late.data[i];
            }
            sum += i == 2 ? new Made(i).number : i;
            sum += Math.max(i, i < 3 ? 1 : Called.shift(i));
        }
        do {
            sum++;
        } while (sum < Last.bound);
        System.out.println(sum + " " + order);
    }

    static class Last {
        static int bound = 420 + order;
    }
}
