/** The array is only partly filled: iterations read what earlier ones left there. */
public class PrivateArrayLeftovers {
    public static void main(String[] args) {
        int n = 200;
        int[] results = new int[n];
        int[] buffer = new int[16];
        for (int i = 0; i < n; i++) { // advice: serial | overlapping
            for (int j = i % 3; j < 16; j += 2) {
                buffer[j] = i * j % 31;
            }
            results[i] = buffer[3] * buffer[15] - buffer[i % 16];
        }
        System.out.println(results[n - 1]);
    }
}
