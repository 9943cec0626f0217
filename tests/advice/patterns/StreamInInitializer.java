import java.util.stream.IntStream;

/** Elements of a stream need nothing of one another, but a thread that runs the lambda waits until its class is initialised. */
public class StreamInInitializer {
    static class Table {
        static final int[] MIXED = IntStream.range(0, 2000) // advice of stream: with-changes via Table, remedy leave-initializer
                .map(Table::mixed)
                .toArray();

        static int mixed(int i) {
            int sum = i;
            for (int k = 0; k < 20; k++) {
                sum = (sum * 31 + k) % 10007;
            }
            return sum;
        }
    }

    public static void main(String[] args) {
        System.out.println(Table.MIXED[1999]);
    }
}
