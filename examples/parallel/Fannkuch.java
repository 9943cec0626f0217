/** The greatest number of flips over all permutations: each task has those that begin with one number. */
final class Fannkuch implements Kernel {
    private static final int SIZE = 8;

    @Override
    public long serial() {
        int most = 0;
        for (int first = 0; first < SIZE; first++) { // in parallel
            most = Math.max(most, mostFlips(first));
        }
        return most;
    }

    @Override
    public long parallel(Workers workers) {
        int[] most = new int[2];
        workers.loop(0, SIZE, (worker, from, to) -> {
            for (int first = from; first < to; first++) {
                most[worker] = Math.max(most[worker], mostFlips(first));
            }
        });
        return Math.max(most[0], most[1]);
    }

    private static int mostFlips(int first) {
        int[] numbers = new int[SIZE];
        numbers[0] = first;
        for (int i = 1; i < SIZE; i++) {
            numbers[i] = i <= first ? i - 1 : i;
        }
        return mostFlips(numbers, 1, new int[SIZE]);
    }

    /** All permutations of what is right of a place. */
    private static int mostFlips(int[] numbers, int place, int[] scratch) {
        if (place == SIZE) {
            return flips(numbers, scratch);
        }
        int most = 0;
        for (int other = place; other < SIZE; other++) {
            swap(numbers, place, other);
            most = Math.max(most, mostFlips(numbers, place + 1, scratch));
            swap(numbers, place, other);
        }
        return most;
    }

    private static int flips(int[] numbers, int[] scratch) {
        System.arraycopy(numbers, 0, scratch, 0, SIZE);
        int flips = 0;
        while (scratch[0] != 0) {
            for (int left = 0, right = scratch[0]; left < right; left++, right--) {
                swap(scratch, left, right);
            }
            flips++;
        }
        return flips;
    }

    private static void swap(int[] numbers, int i, int j) {
        int swap = numbers[i];
        numbers[i] = numbers[j];
        numbers[j] = swap;
    }
}
