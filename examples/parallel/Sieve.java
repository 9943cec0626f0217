/** Primes, segment by segment. */
final class Sieve implements Kernel {
    private static final int SEGMENTS = 32;
    private static final int SEGMENT = 8_192;

    @Override
    public long serial() {
        long primes = 0;
        for (int segment = 0; segment < SEGMENTS; segment++) { // in parallel
            primes += primes(2 + segment * SEGMENT);
        }
        return primes;
    }

    @Override
    public long parallel(Workers workers) {
        long[] primes = new long[2];
        workers.loop(0, SEGMENTS, (worker, from, to) -> {
            for (int segment = from; segment < to; segment++) {
                primes[worker] += primes(2 + segment * SEGMENT);
            }
        });
        return primes[0] + primes[1];
    }

    private static int primes(int first) {
        boolean[] composite = new boolean[SEGMENT];
        for (int p = 2; p * p < first + SEGMENT; p++) {
            int from = Math.max(p * p, (first + p - 1) / p * p);
            for (int n = from; n < first + SEGMENT; n += p) {
                composite[n - first] = true;
            }
        }
        int primes = 0;
        for (int n = 0; n < SEGMENT; n++) {
            if (!composite[n]) {
                primes++;
            }
        }
        return primes;
    }
}
