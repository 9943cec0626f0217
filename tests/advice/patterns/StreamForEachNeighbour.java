import java.util.stream.IntStream;

/** Each element reads the place that the one before it has set. */
public class StreamForEachNeighbour {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] sums = new int[401];
        IntStream.range(0, 400).forEach(i -> sums[i + 1] = work(i) + sums[i]); // advice of stream: serial
        System.out.println(sums[400]);
    }
}
