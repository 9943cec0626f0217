/** Every value is an affine function of the last one. */
public class LinearRecurrence {
    public static void main(String[] args) {
        int n = 3000;
        int[] values = new int[n];
        int x = 1;
        for (int i = 0; i < n; i++) { // advice: serial | scan via x
            x = 5 * x + 7;
            values[i] = x;
        }
        System.out.println(values[n - 1]);
    }
}
