/** Which element is the least of the rest is known when the last one has been moved; finding it is a reduction. */
public class SelectionSort {
    public static void main(String[] args) {
        int n = 80;
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = i * 7919 % 1009;
        }
        for (int done = 0; done < n; done++) { // advice: serial | overlapping
            int least = a[done];
            int at = done;
            for (int i = done + 1; i < n; i++) { // advice: reduction | with-changes via least
                if (a[i] < least) {
                    least = a[i];
                    at = i;
                }
            }
            a[at] = a[done];
            a[done] = least;
        }
        System.out.println(a[0] + " " + a[n - 1]);
    }
}
