/** Within a phase only pairs of neighbours are swapped, no two of which overlap. */
public class OddEvenSort {
    public static void main(String[] args) {
        int n = 80;
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = i * 7919 % 1009;
        }
        for (int phase = 0; phase < n; phase++) { // advice: serial | overlapping
            for (int i = phase % 2; i + 1 < n; i += 2) { // advice: independent
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
