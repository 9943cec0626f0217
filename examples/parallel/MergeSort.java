/** Merge sort: one half is sorted by the other thread. */
final class MergeSort implements Kernel {
    private static final int SIZE = 40_000;

    @Override
    public long serial() {
        int[] numbers = numbers();
        sort(numbers, new int[SIZE], 0, SIZE);
        return checksum(numbers);
    }

    @Override
    public long parallel(Workers workers) {
        int[] numbers = numbers();
        int[] scratch = new int[SIZE];
        int middle = SIZE / 2;
        workers.both(() -> sort(numbers, scratch, 0, middle), () -> sort(numbers, scratch, middle, SIZE));
        merge(numbers, scratch, 0, middle, SIZE);
        return checksum(numbers);
    }

    static void sort(int[] numbers, int[] scratch, int from, int to) { // in parallel: calls of MergeSort.sort
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) / 2;
        sort(numbers, scratch, from, middle);
        sort(numbers, scratch, middle, to);
        merge(numbers, scratch, from, middle, to);
    }

    private static void merge(int[] numbers, int[] scratch, int from, int middle, int to) {
        for (int i = from; i < to; i++) {
            scratch[i] = numbers[i];
        }
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takesLeft = right == to || left < middle && scratch[left] <= scratch[right];
            numbers[i] = takesLeft ? scratch[left++] : scratch[right++];
        }
    }

    private static int[] numbers() {
        int[] numbers = new int[SIZE];
        int seed = 42;
        for (int i = 0; i < SIZE; i++) {
            seed = seed * 1103515245 + 12345;
            numbers[i] = seed >>> 8;
        }
        return numbers;
    }

    private static long checksum(int[] numbers) {
        long sum = 0;
        for (int number : numbers) {
            sum = sum * 31 + number;
        }
        return sum;
    }
}
