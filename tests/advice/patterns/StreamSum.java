import java.util.stream.IntStream;

/** Each element is handled by itself, and whole numbers are added. */
public class StreamSum {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int sum = IntStream.range(0, 500).map(i -> work(i)).sum(); // advice of stream: independent
        System.out.println(sum);
    }
}
