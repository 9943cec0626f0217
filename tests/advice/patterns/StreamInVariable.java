import java.util.stream.IntStream;

/** Streams held in variables, of which one is always the same stream. */
public class StreamInVariable {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        IntStream numbers = IntStream.range(0, 400); // advice of stream: independent
        int sum = numbers.map(i -> work(i)).sum();
        IntStream others = IntStream.range(0, 400);
        if (sum % 2 == 0) {
            others = IntStream.iterate(1, x -> x * 31 % 10007).limit(400);
        }
        int more = others.map(i -> work(i)).sum(); // advice of stream: not-known
        System.out.println(sum + more);
    }
}
