import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Streams that an iteration makes and uses up are its own. */
public class StreamsInIterations {
    static int mix(int value) {
        for (int k = 0; k < 40; k++) { // advice: serial
            value = value * value % 10007 + k;
        }
        return value;
    }

    static int ranges(int[] results) {
        for (int i = 0; i < results.length; i++) { // advice: independent
            results[i] = mix(IntStream.range(0, 12).sum() + i);
        }
        return results[3];
    }

    static int longs(int[] results) {
        for (int i = 0; i < results.length; i++) { // advice: independent
            results[i] = mix((int) LongStream.rangeClosed(1, 5).max().getAsLong() + i);
        }
        return results[3];
    }

    /** One stream is used by all: the second use of it would fail. */
    static int shared(int[] results) {
        IntStream all = IntStream.range(0, 12);
        for (int i = 0; i < results.length; i++) { // advice: serial | not-known
            all = all.map(k -> k + 1);
            results[i] = mix(i);
        }
        return all.sum();
    }

    public static void main(String[] args) {
        int[] results = new int[100];
        System.out.println(ranges(results) + longs(results) + shared(results));
    }
}
