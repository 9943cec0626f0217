import java.util.stream.IntStream;

/** Every element is computed from the one before it. */
public class StreamIterate {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int last = IntStream.iterate(1, x -> work(x)).limit(300).max().orElse(0); // advice of stream: serial
        System.out.println(last);
    }
}
