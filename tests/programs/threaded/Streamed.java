import java.util.stream.IntStream;

/** A parallel stream of 32 equal elements. */
public class Streamed {
    public static void main(String[] args) {
        int size = Work.size(args);
        System.out.println(IntStream.range(0, 32).parallel().mapToLong(i -> Work.of(i, size / 2)).sum());
    }
}
