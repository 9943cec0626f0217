import java.util.stream.IntStream;

/** A function adds to a captured array: a sum, but not by the stream. */
public class StreamAccumulator {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        long[] sum = {0};
        IntStream.range(0, 400).forEach(i -> sum[0] += work(i)); // advice of stream: reduction via long[]
        System.out.println(sum[0]);
    }
}
