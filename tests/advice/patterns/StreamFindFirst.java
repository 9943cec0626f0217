import java.util.stream.IntStream;

/** The first match ends the stream: later elements would only be tried ahead. */
public class StreamFindFirst {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int found = IntStream.range(0, 4000).map(i -> work(i)).filter(x -> x % 1009 == 5).findFirst().orElse(-1); // advice of stream: search
        System.out.println(found);
    }
}
