import java.util.ArrayList;
import java.util.List;

/** The best of several objects by a score that a method of the program computes, with a loop of its own. */
public class BestByOwnScore {
    private static int asked;

    record Item(int weight, String name) {
        int score() {
            int score = weight;
            for (int i = 0; i < 40; i++) {
                score = (score * 31 + i) & 1023;
            }
            return score;
        }
    }

    static int score(Item item) {
        int score = item.weight();
        for (int i = 0; i < 40; i++) {
            score = (score * 31 + i) & 1023;
        }
        return score;
    }

    static int distance(Item item, Item other) {
        int distance = 0;
        for (int i = 0; i < 40; i++) {
            distance += Math.abs((item.weight() >> i % 4) - (other.weight() >> i % 4));
        }
        return distance;
    }

    static int counted(Item item) {
        asked += item.weight() & 1;
        return score(item);
    }

    static int weighted(Item item, int[] weights) {
        int score = item.weight();
        for (int i = 0; i < 40; i++) {
            score = (score * 31 + weights[i % weights.length]) & 1023;
        }
        return score;
    }

    static List<Item> items(int n) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            items.add(new Item(i * 37 % 91, "item " + i));
        }
        return items;
    }

    static String parallel(List<Item> items) {
        Item best = null;
        for (Item item : items) { // advice: reduction | with-changes
            if (best == null || score(item) > score(best)) {
                best = item;
            }
        }
        Item last = items.get(0);
        for (Item item : items) { // advice: reduction | with-changes
            if (item.score() <= last.score()) {
                last = item;
            }
        }
        Item target = items.get(3);
        Item nearest = items.get(0);
        for (Item item : items) { // advice: reduction | with-changes
            if (distance(target, item) < distance(target, nearest)) {
                nearest = item;
            }
        }
        return best.name() + last.name() + nearest.name();
    }

    static String inOrder(List<Item> items) {
        // How often is asked depends on which was the best by then.
        Item best = items.get(0);
        for (Item item : items) { // advice: serial | not-known | overlapping
            if (counted(item) > counted(best)) {
                best = item;
            }
        }
        // The scores change on the way.
        int[] weights = {3, 1, 4, 1, 5};
        Item changing = items.get(0);
        for (Item item : items) { // advice: serial | not-known | overlapping
            if (weighted(item, weights) > weighted(changing, weights)) {
                changing = item;
                weights[item.weight() % 5]++;
            }
        }
        // Each is compared with the nearest one so far, not with a target.
        Item previous = items.get(0);
        for (Item item : items) { // advice: serial | not-known | overlapping
            if (distance(previous, item) > 60) {
                previous = item;
            }
        }
        return best.name() + changing.name() + previous.name() + asked;
    }

    public static void main(String[] args) {
        List<Item> items = items(90);
        System.out.println(parallel(items));
        System.out.println(inOrder(items));
    }
}
