/** A method of another class fills a table while a class is being initialised: it may be filled in parallel if that class is not used. */
public class HelperOfInitializer {
    interface Rule {
        int of(int i);
    }

    static class Filled {
        static int[] by(Rule rule) {
            int[] all = new int[2000];
            for (int i = 0; i < all.length; i++) { // advice: with-changes via Table, remedy leave-initializer
                all[i] = rule.of(i);
            }
            return all;
        }

        static int[] withSquares() {
            int[] all = new int[2000];
            for (int i = 0; i < all.length; i++) { // advice: independent
                all[i] = squared(i);
            }
            return all;
        }

        static int squared(int i) {
            int sum = i;
            for (int k = 0; k < 20; k++) {
                sum = sum * i % 1009 + k;
            }
            return sum;
        }
    }

    static class Table {
        static final int[] SQUARES = Filled.withSquares();
        static final int[] MIXED = Filled.by(new Rule() {
            @Override
            public int of(int i) {
                return mixed(i);
            }
        });

        static int mixed(int i) {
            int sum = i;
            for (int k = 0; k < 20; k++) {
                sum = (sum * 31 + k) % 10007;
            }
            return sum;
        }
    }

    public static void main(String[] args) {
        System.out.println(Table.MIXED[1999] + Table.SQUARES[1999]);
    }
}
