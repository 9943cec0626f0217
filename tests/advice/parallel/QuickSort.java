package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.concurrent.ForkJoinTask;

// follows calls: QuickSort.java:4 future
/** One side is forked, the other one sorted, then both are joined. */
public final class QuickSort implements Versions {
    private static int[] input() {
        int[] a = new int[2000];
        for (int i = 0; i < a.length; i++) {
            a[i] = i * 7919 % 10007;
        }
        return a;
    }

    private static long partition(int[] a, int from, int to) {
        int pivot = a[(from + to) / 2];
        int l = from;
        int r = to - 1;
        while (l <= r) {
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
        return (long) l << 32 | r + 1;
    }

    static void sort(int[] a, int from, int to) {
        long sides = partition(a, from, to);
        int l = (int) (sides >> 32);
        int r = (int) sides - 1;
        if (r - from > 16) {
            sort(a, from, r + 1);
        }
        if (to - l > 16) {
            sort(a, l, to);
        }
    }

    static void forkedSort(int[] a, int from, int to) {
        long sides = partition(a, from, to);
        int l = (int) (sides >> 32);
        int r = (int) sides - 1;
        ForkJoinTask<?> low = ForkJoinTask.adapt(() -> {
            if (r - from > 16) {
                forkedSort(a, from, r + 1);
            }
        }).fork();
        if (to - l > 16) {
            forkedSort(a, l, to);
        }
        low.join();
    }

    @Override
    public String serial() {
        int[] a = input();
        sort(a, 0, a.length);
        return Arrays.toString(a);
    }

    @Override
    public String parallel() {
        int[] a = input();
        forkedSort(a, 0, a.length);
        return Arrays.toString(a);
    }
}
