/** Insertion sort, quicksort and merge sort of the same numbers. */
public class Sorting {
    static void insertion(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int v = a[i];
            int j = i;
            while (j > 0 && a[j - 1] > v) {
                a[j] = a[--j];
            }
            a[j] = v;
        }
    }

    static void quick(int[] a, int lo, int hi) {
        if (lo >= hi) return;
        int pivot = a[(lo + hi) / 2], i = lo, j = hi;
        while (i <= j) {
            while (a[i] < pivot) i++;
            while (a[j] > pivot) j--;
            if (i <= j) {
                int t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        quick(a, lo, j);
        quick(a, i, hi);
    }

    static void merge(int[] a, int[] spare, int lo, int hi) {
        if (hi - lo < 2) return;
        int mid = (lo + hi) >>> 1;
        merge(a, spare, lo, mid);
        merge(a, spare, mid, hi);
        System.arraycopy(a, lo, spare, lo, hi - lo);
        for (int k = lo, i = lo, j = mid; k < hi; k++) {
            a[k] = i < mid && (j >= hi || spare[i] <= spare[j]) ? spare[i++] : spare[j++];
        }
    }

    public static void main(String[] args) {
        int[] a = new int[50];
        for (int i = 0, s = 17; i < a.length; i++) a[i] = (s = s * 211 + 3 & 0xffff) % 1000;
        int[] b = a.clone(), c = a.clone();
        insertion(a);
        quick(b, 0, b.length - 1);
        merge(c, new int[c.length], 0, c.length);
        int same = 0;
        for (int i = 0; i < a.length; i++) if (a[i] == b[i] && b[i] == c[i]) same++;
        System.out.println(same + " " + a[0] + " " + a[49]);
    }
}
