import java.util.stream.IntStream;

/** Elements are combined by an associative function, from a neutral value on. */
public class StreamReduceSum {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int sum = IntStream.range(0, 400).map(i -> work(i)).reduce(0, (a, b) -> a + b); // advice of stream: independent
        System.out.println(sum);
        int most = IntStream.range(0, 400).map(i -> work(i + 1)).reduce(5, Math::max); // advice of stream: independent
        System.out.println(most);
    }
}
