/** Numbers are tested independently; the test of a number ends at its first divisor. */
public class PrimesByDivision {
    public static void main(String[] args) {
        int primes = 0;
        numbers:
        for (int i = 3; i < 1500; i++) { // advice: reduction via primes
            for (int d = 2; d * d <= i; d++) { // advice: search
                if (i % d == 0) {
                    continue numbers;
                }
            }
            primes++;
        }
        System.out.println(primes);
    }
}
