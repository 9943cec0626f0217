package parallel;

import executed.Versions;
import java.util.stream.IntStream;

// follows: PrimesByDivision.java:6 reduction
/** A parallel stream counts. */
public final class PrimesByDivision implements Versions {
    @Override
    public String serial() {
        int primes = 0;
        for (int i = 3; i < 1500; i++) {
            if (isPrime(i)) {
                primes++;
            }
        }
        return "" + primes;
    }

    @Override
    public String parallel() {
        return "" + IntStream.range(3, 1500).parallel().filter(PrimesByDivision::isPrime).count();
    }

    private static boolean isPrime(int i) {
        for (int d = 2; d * d <= i; d++) {
            if (i % d == 0) {
                return false;
            }
        }
        return true;
    }
}
