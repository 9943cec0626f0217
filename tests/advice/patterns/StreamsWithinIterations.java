import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Each iteration makes objects and gathers what streams of them give. */
public class StreamsWithinIterations {
    record Item(int key, String text) {}

    static int work(int n) {
        int x = n;
        for (int j = 0; j < 200; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    static List<Item> items(int i) {
        List<Item> items = new ArrayList<>();
        for (int j = 0; j < 8; j++) {
            items.add(new Item(work(i + j), "t" + j));
        }
        return items;
    }

    static int[] lists() {
        int[] sizes = new int[200];
        for (int i = 0; i < 200; i++) { // advice: independent
            int first = i;
            List<Item> found = IntStream.range(0, 8).mapToObj(j -> new Item(work(first + j), "t")).collect(Collectors.toList());
            sizes[i] = found.get(0).key() + found.size();
        }
        return sizes;
    }

    static int[] sums() {
        int[] sums = new int[200];
        for (int i = 0; i < 200; i++) { // advice: independent
            List<Item> items = new ArrayList<>();
            for (int j = 0; j < 8; j++) {
                items.add(new Item(work(i + j), "t" + j));
            }
            sums[i] = items.stream().filter(item -> item.key() % 2 == 0).mapToInt(Item::key).sum();
        }
        return sums;
    }

    static String[] texts() {
        String[] texts = new String[200];
        for (int i = 0; i < 200; i++) { // advice: independent
            List<Item> items = new ArrayList<>();
            for (int j = 0; j < 8; j++) {
                items.add(new Item(work(i + j), "t" + j));
            }
            texts[i] = items.stream().sorted(Comparator.comparing(Item::key)).map(Item::text).collect(Collectors.joining("-"));
        }
        return texts;
    }

    static String[] groups() {
        String[] texts = new String[200];
        for (int i = 0; i < 200; i++) { // advice: independent
            Map<Integer, Long> groups = items(i).stream().collect(Collectors.groupingBy(item -> item.key() % 3, TreeMap::new, Collectors.counting()));
            texts[i] = groups.toString();
        }
        return texts;
    }

    public static void main(String[] args) {
        System.out.println(Arrays.hashCode(lists()) + Arrays.hashCode(sums()) + Arrays.hashCode(texts()) + Arrays.hashCode(groups()));
    }
}
