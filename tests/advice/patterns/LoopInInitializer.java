/** An initialiser's own loops are in order like others, and other threads would wait for the class that they initialise. */
public class LoopInInitializer {
    static class Table {
        static final int[] CHAINED = new int[3000];
        static final int[] SQUARES = new int[3000];
        static int seed = 7;

        static int next() {
            int mixed = seed;
            for (int k = 0; k < 20; k++) {
                mixed = (mixed * 31 + k) % 10007;
            }
            seed = mixed;
            return mixed;
        }

        static int squared(int i) {
            int sum = i;
            for (int k = 0; k < 20; k++) {
                sum = sum * i % 1009 + k;
            }
            return sum;
        }

        static {
            for (int i = 0; i < CHAINED.length; i++) { // advice: serial | not-known via seed
                CHAINED[i] = next();
            }
            for (int i = 0; i < SQUARES.length; i++) { // advice: with-changes via Table, remedy leave-initializer
                SQUARES[i] = squared(i);
            }
        }
    }

    public static void main(String[] args) {
        System.out.println(Table.CHAINED[2999] + Table.SQUARES[2999]);
    }
}
