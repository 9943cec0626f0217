// Loops over shared arrays: one read or write an element, and the bound from a field is read each time that it is tested.
// estimate rd = 8 wr = 2
// drd [1,0] = 1004
// drd [1,1] = 2010 array int[] length 1000 index 0..999
// drd [1,2] = 10 array int[] length 100
// dwr [1,2] = 100 array int[] length 100
// dwr [1,3] = 3 array long[] length 4
public class Loop {
    private final int[] numbers = new int[1000];
    private final int[] target = new int[100];
    private final long[] sums = new long[4];
    private int from;

    public static void main(String[] args) {
        new Loop().task();
    }

    void task() {
        long sum = 0;
        for (int i = from; i < 1000; i++) {
            sum += numbers[i];
        }
        for (int i = 999; i >= from; i--) {
            sum += numbers[i];
        }
        int[] local = target;
        for (int i = from; i < local.length; i++) {
            local[i] = i;
        }
        for (int i = from; i < 10; i++) {
            sum += numbers[i] + local[10 * i + 5];
        }
        for (int place : new int[] {1, 1, 3}) {
            sums[place] = sum;
        }
    }
}
