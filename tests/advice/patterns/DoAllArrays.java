/** Each iteration reads and writes elements of its own. */
public class DoAllArrays {
    public static void main(String[] args) {
        int n = 3000;
        int[] a = new int[n];
        int[] b = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            a[i] = i * 17 % 101;
        }
        for (int i = 0; i < n; i++) { // advice: independent
            b[i] = a[i] * a[i] + a[n - 1 - i];
        }
        System.out.println(a[n - 1] + b[n - 1]);
    }
}
