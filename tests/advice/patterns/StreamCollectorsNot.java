import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What looks like the gathering of streams by the library, and is another thing in parallel. */
public class StreamCollectorsNot {
    static int last;

    static int work(int start) {
        int x = start;
        for (int k = 0; k < 60; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    static int next(int x) {
        last = work(last + x);
        return last;
    }

    public static void main(String[] args) {
        List<Integer> ids = IntStream.range(0, 200).boxed().collect(Collectors.toList());
        int difference = ids.stream().collect(Collectors.reducing(0, id -> work(id), (a, b) -> a - b)); // advice of stream: not-known
        int ten = ids.stream().collect(Collectors.reducing(10, id -> work(id), Integer::sum)); // advice of stream: not-known
        int chained = ids.stream().map(id -> work(id)).sorted().mapToInt(id -> next(id)).sum(); // advice of stream: not-known | serial
        ArrayList<Integer> twice = ids.stream().map(id -> work(id)).collect(ArrayList::new, ArrayList::add, (a, b) -> { }); // advice of stream: not-known
        int both = Stream.concat(Stream.iterate(1, x -> work(x)).limit(200), ids.stream()).mapToInt(id -> work(id)).sum(); // advice of stream: not-known | serial
        int flat = ids.stream().flatMap(id -> Stream.of(next(id), next(id + 1))).mapToInt(x -> work(x)).sum(); // advice of stream: not-known | serial
        System.out.println(difference + ten + chained + twice.size() + both + flat);
    }
}
