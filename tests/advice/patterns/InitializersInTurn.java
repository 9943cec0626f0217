/** A class that is first used in a loop computes its tables from those of another one, which was first used there, too. */
public class InitializersInTurn {
    static class Primes {
        static final int[] FIRST = new int[64];

        static {
            for (int k = 0, n = 2; k < FIRST.length; n++) {
                boolean prime = true;
                for (int d = 2; d * d <= n; d++) {
                    prime &= n % d != 0;
                }
                if (prime) {
                    FIRST[k++] = n;
                }
            }
        }
    }

    static class Squares {
        static final int[] OF_PRIMES = new int[64];

        static {
            for (int k = 0; k < OF_PRIMES.length; k++) {
                OF_PRIMES[k] = Primes.FIRST[k] * Primes.FIRST[k];
            }
        }
    }

    static int mixed(int i) {
        int sum = Primes.FIRST[i & 63];
        for (int k = 0; k < 20; k++) {
            sum = sum * 31 % 10007 + (i > 2 ? Squares.OF_PRIMES[(i + k) & 63] : k);
        }
        return sum;
    }

    public static void main(String[] args) {
        int[] out = new int[3000];
        for (int i = 0; i < out.length; i++) { // advice: with-changes | independent
            out[i] = mixed(i);
        }
        System.out.println(out[7] + out[2999]);
    }
}
