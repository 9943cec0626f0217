/** The halves are sorted independently; the merge waits for both. */
public class MergeSort {
    static void sort(int[] a, int[] other, int from, int to) {
        int middle = (from + to) / 2; // advice of calls: future | independent
        if (to - from > 16) {
            sort(a, other, from, middle); // advice of sites: start
            sort(a, other, middle, to); // advice of sites: leave
        }
        int l = from;
        int r = middle;
        for (int k = from; k < to; k++) {
            boolean left = r >= to || l < middle && (to - from <= 16 || a[l] <= a[r]);
            other[k] = left ? a[l++] : a[r++];
        }
        for (int k = from; k < to; k++) { // advice: independent
            a[k] = other[k];
        }
    }

    public static void main(String[] args) {
        int[] a = new int[1024];
        for (int i = 0; i < a.length; i++) {
            a[i] = i / 16 * 7919 % 1009 * 16 + i % 16;
        }
        sort(a, new int[1024], 0, 1024);
        System.out.println(a[0] + " " + a[511] + " " + a[1023]);
    }
}
