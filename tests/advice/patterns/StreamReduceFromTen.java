import java.util.stream.IntStream;

/** Elements are added, but the value to begin with would be added for each part. */
public class StreamReduceFromTen {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int sum = IntStream.range(0, 400).map(i -> work(i)).reduce(10, (a, b) -> a + b); // advice of stream: not-known
        System.out.println(sum);
    }
}
