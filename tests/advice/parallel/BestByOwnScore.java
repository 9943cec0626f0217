package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.ArrayList;
import java.util.List;

// follows: BestByOwnScore.java:57 reduction
/** Each task finds the first best item of its part; the first of the best ones wins. */
public final class BestByOwnScore implements Versions {
    private static final int N = 300;

    record Item(int weight, String name) {}

    @Override
    public String serial() {
        List<Item> items = items();
        Item best = null;
        for (Item item : items) {
            if (best == null || score(item) > score(best)) {
                best = item;
            }
        }
        return best.name();
    }

    @Override
    public String parallel() throws Exception {
        List<Item> items = items();
        Item best = null;
        for (Item item : Tasks.results(0, N, (from, to) -> best(items.subList(from, to)))) {
            if (best == null || score(item) > score(best)) {
                best = item;
            }
        }
        return best.name();
    }

    private static Item best(List<Item> items) {
        Item best = null;
        for (Item item : items) {
            if (best == null || score(item) > score(best)) {
                best = item;
            }
        }
        return best;
    }

    private static int score(Item item) {
        int score = item.weight();
        for (int i = 0; i < 40; i++) {
            score = (score * 31 + i) & 1023;
        }
        return score;
    }

    private static List<Item> items() {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            items.add(new Item(i * 37 % 91, "item " + i));
        }
        return items;
    }
}
