import java.util.stream.IntStream;

/** An exception ends the stream: no later element is handled. */
public class StreamThrows {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] seen = new int[400];
        try {
            IntStream.range(0, 400).forEach(i -> { // advice of stream: search
                if (work(i) % 101 == 7) {
                    throw new IllegalStateException();
                }
                seen[i] = i;
            });
        } catch (IllegalStateException e) {
            System.out.println(seen[3]);
        }
    }
}
