import java.util.stream.IntStream;

/** A function mixes what it gets into a captured array, in order. */
public class StreamAccumulatorOrdered {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        long[] mixed = {7};
        IntStream.range(0, 400).forEach(i -> mixed[0] = mixed[0] * 31 + work(i)); // advice of stream: serial
        System.out.println(mixed[0]);
    }
}
