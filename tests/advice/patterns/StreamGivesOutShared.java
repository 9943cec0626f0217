import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A function gives out one list again and again, with one element more each time. */
public class StreamGivesOutShared {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        List<Integer> shared = new ArrayList<>();
        List<Integer> sizes = IntStream.range(0, 300) // advice of stream: not-known
            .mapToObj(i -> {
                shared.add(work(i));
                return shared;
            })
            .map(List::size)
            .collect(Collectors.toList());
        System.out.println(sizes.get(299));
    }
}
