import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Streams that take the first of sorted elements, gather in two ways, or go through the lines of a text; and those that stop or combine otherwise. */
public class StreamsThatCut {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        int n = 300;
        int[] first = IntStream.range(0, n).map(StreamsThatCut::work).sorted().limit(5).toArray(); // advice of stream: independent
        List<Integer> some = IntStream.range(0, n).mapToObj(StreamsThatCut::work).sorted().skip(3).limit(9) // advice of stream: independent
            .collect(Collectors.toList());
        double mean = IntStream.range(0, n).boxed().collect( // advice of stream: independent
            Collectors.teeing(Collectors.summingLong(StreamsThatCut::work), Collectors.counting(), (a, b) -> (double) a / b));
        String text = IntStream.range(0, n).mapToObj(i -> "line " + i % 7).collect(Collectors.joining("\n"));
        int lines = text.lines().mapToInt(line -> work(line.hashCode())).sum(); // advice of stream: independent
        System.out.println(Arrays.toString(first) + some + mean + lines);

        int[] found = IntStream.range(0, n).map(StreamsThatCut::work).limit(200).toArray(); // advice of stream: not-known | search
        int[] behind = IntStream.range(0, n).sorted().limit(200).map(StreamsThatCut::work).toArray(); // advice of stream: not-known | search
        int[] distinct = IntStream.range(0, n).map(StreamsThatCut::work).distinct().limit(200).toArray(); // advice of stream: not-known | search
        long odd = IntStream.range(0, n).boxed().collect( // advice of stream: not-known
            Collectors.teeing(Collectors.reducing(1, StreamsThatCut::work, (a, b) -> a * 31 - b), Collectors.counting(), (a, b) -> a + b));
        System.out.println(found.length + behind[3] + distinct.length + odd);
    }
}
