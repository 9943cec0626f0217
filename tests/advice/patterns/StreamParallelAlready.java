import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The stream runs in parallel already. */
public class StreamParallelAlready {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int sum = IntStream.range(0, 500).parallel().map(i -> work(i)).sum(); // advice of stream: none
        System.out.println(sum);
        List<Integer> ids = new ArrayList<>(IntStream.range(0, 500).boxed().collect(Collectors.toList()));
        List<Integer> all = ids.stream().parallel().map(i -> work(i + 1)).collect(Collectors.toList()); // advice of stream: none
        System.out.println(all.get(499));
        System.out.println(ids.parallelStream().mapToInt(i -> work(i + 2)).sum()); // advice of stream: none
    }
}
