/** Whether a number is a prime is known when the smaller primes are done; its multiples are independent. */
public class Sieve {
    public static void main(String[] args) {
        int n = 6000;
        boolean[] composite = new boolean[n];
        for (int p = 2; p * p < n; p++) { // advice: serial | overlapping
            if (!composite[p]) {
                for (int m = p * p; m < n; m += p) { // advice: independent
                    composite[m] = true;
                }
            }
        }
        int primes = 0;
        for (int i = 2; i < n; i++) { // advice: reduction via primes
            if (!composite[i]) {
                primes++;
            }
        }
        System.out.println(primes);
    }
}
