/** The temporary array is created in each iteration. */
public class PrivateArrayNew {
    public static void main(String[] args) {
        int n = 200;
        int[] results = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            int[] buffer = new int[16];
            for (int j = 0; j < 16; j++) { // advice: independent
                buffer[j] = i * j % 31;
            }
            results[i] = buffer[3] * buffer[15] - buffer[i % 16];
        }
        System.out.println(results[n - 1]);
    }
}
