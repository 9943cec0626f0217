/** A chain of random numbers that everything hangs on, and the same with one generator per sample. */
public class MonteCarlo {
    static class Random {
        private long seed;

        Random(long seed) {
            this.seed = seed * 0x5DEECE66DL + 11;
        }

        double next() {
            seed = seed * 0x5DEECE66DL + 0xBL & (1L << 48) - 1;
            return (seed >>> 22) / (double) (1 << 26);
        }
    }

    static boolean inside(Random r) {
        double x = r.next();
        double y = r.next();
        return x * x + y * y < 1;
    }

    public static void main(String[] args) {
        Random shared = new Random(1);
        int chained = 0;
        int free = 0;
        for (int i = 0; i < 100; i++) {
            if (inside(shared)) {
                chained++;
            }
        }
        for (int i = 0; i < 100; i++) {
            free += inside(new Random(i)) ? 1 : 0;
        }
        System.out.println(chained + " " + free);
    }
}
