/** After partitioning, the two sides are sorted independently. */
public class QuickSort {
    static void sort(int[] a, int from, int to) {
        int pivot = a[(from + to) / 2]; // advice of calls: independent | future
        int l = from;
        int r = to - 1;
        while (l <= r) { // advice: serial | search
            if (a[l] < pivot) {
                l++;
            } else if (a[r] > pivot) {
                r--;
            } else {
                int swap = a[l];
                a[l++] = a[r];
                a[r--] = swap;
            }
        }
        if (r - from > 16) {
            sort(a, from, r + 1);
        }
        if (to - l > 16) {
            sort(a, l, to);
        }
    }

    public static void main(String[] args) {
        int[] a = new int[2000];
        for (int i = 0; i < a.length; i++) { // advice: independent
            a[i] = i * 7919 % 10007;
        }
        sort(a, 0, a.length);
        System.out.println(a[0] / 2000 + a[1999] / 2000);
    }
}
