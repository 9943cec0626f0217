import java.util.stream.IntStream;

/** Elements are made one from the other, but the work on each one needs no other: how that would divide, nobody knows. */
public class StreamIterateMapped {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int most = IntStream.iterate(1, x -> x + 3).limit(300).map(x -> work(x)).max().orElse(0); // advice of stream: not-known | search
        System.out.println(most);
    }
}
