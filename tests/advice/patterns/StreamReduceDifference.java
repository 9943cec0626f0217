import java.util.stream.IntStream;

/** Elements are combined by a function that is not associative. */
public class StreamReduceDifference {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int rest = IntStream.range(0, 400).map(i -> work(i)).reduce(0, (a, b) -> a - b); // advice of stream: not-known
        System.out.println(rest);
        int mixed = IntStream.range(0, 400).map(i -> work(i + 1)).reduce(0, (a, b) -> a + b * b); // advice of stream: not-known
        System.out.println(mixed);
    }
}
