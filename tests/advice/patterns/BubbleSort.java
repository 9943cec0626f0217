/** Each comparison needs what the swap before left; each pass needs the pass before. */
public class BubbleSort {
    public static void main(String[] args) {
        int n = 80;
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = i * 7919 % 1009;
        }
        for (int end = n - 1; end > 0; end--) { // advice: serial | overlapping
            for (int i = 0; i < end; i++) { // advice: serial
                if (a[i] > a[i + 1]) {
                    int swap = a[i];
                    a[i] = a[i + 1];
                    a[i + 1] = swap;
                }
            }
        }
        System.out.println(a[0] + " " + a[n - 1]);
    }
}
