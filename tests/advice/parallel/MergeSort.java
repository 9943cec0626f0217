package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.concurrent.ForkJoinTask;

// follows calls: MergeSort.java:4 future
/** One half is forked, the other one sorted; the merge waits for both. */
public final class MergeSort implements Versions {
    private static int[] input() {
        int[] a = new int[1024];
        for (int i = 0; i < a.length; i++) {
            a[i] = i / 16 * 7919 % 1009 * 16 + i % 16;
        }
        return a;
    }

    static void sort(int[] a, int[] other, int from, int to) {
        int middle = (from + to) / 2;
        if (to - from > 16) {
            sort(a, other, from, middle);
            sort(a, other, middle, to);
        }
        merge(a, other, from, to);
    }

    static void forkedSort(int[] a, int[] other, int from, int to) {
        int middle = (from + to) / 2;
        if (to - from > 16) {
            ForkJoinTask<?> low = ForkJoinTask.adapt(() -> forkedSort(a, other, from, middle)).fork();
            forkedSort(a, other, middle, to);
            low.join();
        }
        merge(a, other, from, to);
    }

    private static void merge(int[] a, int[] other, int from, int to) {
        int l = from;
        int r = (from + to) / 2;
        for (int k = from; k < to; k++) {
            boolean left = r >= to || l < (from + to) / 2 && (to - from <= 16 || a[l] <= a[r]);
            other[k] = left ? a[l++] : a[r++];
        }
        System.arraycopy(other, from, a, from, to - from);
    }

    @Override
    public String serial() {
        int[] a = input();
        sort(a, new int[1024], 0, 1024);
        return Arrays.toString(a);
    }

    @Override
    public String parallel() {
        int[] a = input();
        forkedSort(a, new int[1024], 0, 1024);
        return Arrays.toString(a);
    }
}
