import java.util.stream.IntStream;

/** Every element needs what was computed for the one before it. */
public class StreamChainOfWork {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] last = {1};
        int sum = IntStream.range(0, 500).map(i -> last[0] = work(i + last[0])).sum(); // advice of stream: serial
        System.out.println(sum);
    }
}
