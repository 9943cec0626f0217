import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Elements are grouped by what a function computes; a collector keeps their order. */
public class StreamGrouped {
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
        Map<Integer, Long> groups = ids.stream().collect(Collectors.groupingBy(id -> work(id) % 7, Collectors.counting())); // advice of stream: independent
        System.out.println(groups.size());
    }
}
