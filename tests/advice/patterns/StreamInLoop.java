import java.util.stream.IntStream;

/** A stream in a loop: each round needs the one before it, but the elements of a round do not need each other. */
public class StreamInLoop {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] now = new int[100];
        for (int round = 0; round < 10; round++) { // advice: serial | not-known
            int[] before = now.clone();
            IntStream.range(0, 100).forEach(i -> now[i] = work(before[(i + 1) % 100])); // advice of stream: independent
        }
        System.out.println(now[7]);
    }
}
