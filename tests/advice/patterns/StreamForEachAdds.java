import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A list is filled by a function: collecting it would do. */
public class StreamForEachAdds {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        List<Integer> out = new ArrayList<>();
        IntStream.range(0, 400).forEach(i -> out.add(work(i))); // advice of stream: reduction via List
        System.out.println(out.size());
    }
}
