import java.util.stream.IntStream;

/** Floating point numbers are added: in parallel, they are rounded otherwise. */
public class StreamDoubleSum {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        double sum = IntStream.range(0, 400).mapToDouble(i -> work(i) / 7.0).sum(); // advice of stream: reduction
        System.out.println((long) sum);
    }
}
