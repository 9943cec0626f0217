import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Streams within iterations whose functions keep something from one iteration to the next. */
public class StreamsThatKeep {
    static final List<Integer> KEPT = new ArrayList<>();

    static int work(int n) {
        int x = n;
        for (int j = 0; j < 200; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    /** All of them gather in one list. */
    static int[] inOneList() {
        List<Integer> all = new ArrayList<>();
        int[] sizes = new int[200];
        for (int i = 0; i < 200; i++) { // advice: serial | not-known | overlapping
            int first = i;
            IntStream.range(0, 4).mapToObj(j -> work(first + j)).collect(Collectors.toCollection(() -> all));
            sizes[i] = all.size() * 31 + all.get(i);
        }
        return sizes;
    }

    /** What a function keeps decides about the next iteration. */
    static int[] keeping() {
        int[] sizes = new int[200];
        for (int i = 0; i < 200; i++) { // advice: serial | not-known | overlapping
            int first = i;
            List<Integer> found = IntStream.range(0, 4).mapToObj(j -> keep(work(first + j))).collect(Collectors.toList());
            sizes[i] = found.get(3);
        }
        return sizes;
    }

    static int keep(int value) {
        KEPT.add(value + KEPT.size());
        return KEPT.get(KEPT.size() / 2);
    }

    public static void main(String[] args) {
        System.out.println(Arrays.hashCode(inOneList()) + Arrays.hashCode(keeping()));
    }
}
