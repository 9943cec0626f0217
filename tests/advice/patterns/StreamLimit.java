import java.util.stream.IntStream;

/** Elements are handled until there are enough of them. */
public class StreamLimit {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        long found = IntStream.range(0, 4000).map(i -> work(i)).filter(x -> x % 3 == 0).limit(100).count(); // advice of stream: not-known
        System.out.println(found);
    }
}
