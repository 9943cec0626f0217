import java.util.stream.IntStream;

/** The code does not show in one place what the stream runs over. */
public class StreamInVariable {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        IntStream numbers = IntStream.range(0, 400);
        int sum = numbers.map(i -> work(i)).sum(); // advice of stream: not-known
        System.out.println(sum);
    }
}
