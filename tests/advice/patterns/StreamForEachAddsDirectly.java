import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A list is filled by a method reference: the library alone sees it. */
public class StreamForEachAddsDirectly {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        List<Integer> out = new ArrayList<>();
        IntStream.range(0, 400).map(i -> work(i)).boxed().forEach(out::add); // advice of stream: not-known
        System.out.println(out.size());
    }
}
