/** The sieve of Eratosthenes over a `boolean` array. */
public class Sieve {
    public static void main(String[] args) {
        int n = 400;
        boolean[] composite = new boolean[n + 1];
        for (int p = 2; p * p <= n; p++) {
            if (composite[p]) {
                continue;
            }
            for (int m = p * p; m <= n; m += p) {
                composite[m] = true;
            }
        }
        int count = 0;
        int sum = 0;
        for (int i = 2; i <= n; i++) {
            if (!composite[i]) {
                count++;
                sum += i;
            }
        }
        System.out.println(count + " " + sum);
    }
}
