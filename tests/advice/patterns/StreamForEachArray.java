import java.util.stream.IntStream;

/** Each element sets its own place of an array. */
public class StreamForEachArray {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] squares = new int[400];
        IntStream.range(0, 400).forEach(i -> squares[i] = work(i)); // advice of stream: independent
        System.out.println(squares[399]);
    }
}
