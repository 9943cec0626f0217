import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collector;

/** Elements are gathered by a collector that nobody knows. */
public class StreamGroupedByOwnCollector {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ids.add(i);
        }
        Collector<Integer, int[], int[]> mixed =
            Collector.of(() -> new int[1], (a, x) -> a[0] = a[0] * 31 + work(x), (a, b) -> a);
        int[] all = ids.stream().collect(mixed); // advice of stream: not-known | serial
        System.out.println(all[0]);
    }
}
