import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the library gathers from streams comes out the same in parallel. */
public class StreamCollectors {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 60; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        List<Integer> ids = IntStream.range(0, 200).boxed().collect(Collectors.toList());
        Map<Integer, Integer> sums = ids.stream().collect(Collectors.groupingBy(id -> work(id) % 7, TreeMap::new, Collectors.summingInt(id -> work(id)))); // advice of stream: independent
        Map<Integer, Integer> merged = ids.stream().collect(Collectors.toMap(id -> work(id) % 7, id -> work(id), Integer::sum)); // advice of stream: independent
        Double mean = ids.stream().collect(Collectors.averagingDouble(id -> work(id) / 3.0)); // advice of stream: reduction
        int flat = ids.stream().flatMap(id -> Stream.of(work(id), work(id + 1))).mapToInt(x -> work(x)).sum(); // advice of stream: independent
        ArrayList<Integer> gathered = ids.stream().map(id -> work(id)).collect(ArrayList::new, ArrayList::add, ArrayList::addAll); // advice of stream: independent
        int[] sorted = IntStream.range(0, 200).map(id -> work(id)).sorted().toArray(); // advice of stream: independent
        long distinct = ids.stream().map(id -> work(id)).distinct().count(); // advice of stream: independent
        int both = Stream.concat(ids.stream(), ids.stream()).mapToInt(id -> work(id)).sum(); // advice of stream: independent
        BigInteger product = ids.stream().map(id -> BigInteger.valueOf(work(id))).reduce(BigInteger.ONE, BigInteger::multiply); // advice of stream: independent
        int reduced = ids.stream().collect(Collectors.reducing(0, id -> work(id), Integer::sum)); // advice of stream: independent
        int most = ids.stream().map(id -> work(id)).max(Comparator.naturalOrder()).orElse(0); // advice of stream: independent
        System.out.println(sums.size() + merged.size() + mean + flat + gathered.size() + sorted[3] + distinct + both + product.signum() + reduced + most);
    }
}
