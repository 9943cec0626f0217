import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The best object so far, by something of it: each task could have one. */
public class BestObjects {
    static class Part {
        final int cost;
        int weight;
        int id;

        Part(int cost, int id) {
            this.cost = cost;
            this.weight = cost;
            this.id = id;
        }

        int cost() {
            return cost;
        }
    }

    static final class Ordered implements Comparable<Ordered> {
        final int rank;
        final int id;

        Ordered(int rank, int id) {
            this.rank = rank;
            this.id = id;
        }

        @Override
        public int compareTo(Ordered other) {
            return Integer.compare(rank, other.rank);
        }
    }

    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    public static void main(String[] args) {
        int n = 100;
        Part best = null;
        for (int i = 0; i < n; i++) { // advice: reduction
            Part part = new Part(mix(i, 60) & 63, i);
            if (best == null || part.cost < best.cost) {
                best = part;
            }
        }
        System.out.println(best.id);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            parts.add(new Part(mix(i, 3) & 1023, i));
        }
        best = null;
        for (Part part : parts) { // advice: reduction
            if (mix(part.id, 60) != 0) {
                if (best == null) {
                    best = part;
                } else if (part.cost() > best.cost()) {
                    best = part;
                }
            }
        }
        System.out.println(best.id);
        Comparator<Part> order = Comparator.comparingInt(Part::cost);
        best = parts.get(0);
        for (Part part : parts) { // advice: reduction
            best = mix(part.id, 60) != 0 && order.compare(part, best) < 0 ? part : best;
        }
        System.out.println(best.id);
        String longest = "";
        for (int i = 0; i < n; i++) { // advice: reduction
            String text = Integer.toString(mix(i, 60) >>> (i & 15));
            if (text.length() > longest.length()) {
                longest = text;
            }
        }
        System.out.println(longest);
        Ordered first = null;
        for (int i = 0; i < n; i++) { // advice: reduction
            Ordered one = new Ordered(mix(i, 60) & 1023, i);
            if (first == null || one.compareTo(first) < 0) {
                first = one;
            }
        }
        System.out.println(first.id);
        Map<String, Integer> values = new TreeMap<>();
        for (int i = 0; i < n; i++) {
            values.put("k" + i, mix(i, 3) & 1023);
        }
        Map.Entry<String, Integer> greatest = null;
        for (Map.Entry<String, Integer> entry : values.entrySet()) { // advice: reduction
            if (mix(entry.getValue(), 60) != 0 && (greatest == null || entry.getValue() > greatest.getValue())) {
                greatest = entry;
            }
        }
        System.out.println(greatest.getKey());

        // The best one gets heavier whenever it is compared: what later ones meet depends on all before.
        best = parts.get(0);
        for (Part part : parts) { // advice: serial | overlapping
            best.weight += mix(part.id, 60) & 3;
            if (part.weight < best.weight) {
                best = part;
            }
        }
        System.out.println(best.id);
        // Another thing of the best one is compared.
        best = parts.get(0);
        for (Part part : parts) { // advice: serial | overlapping
            if (mix(part.cost, 60) != 0 && part.cost < best.id) {
                best = part;
            }
        }
        System.out.println(best.id);
        // Each new best one is counted.
        best = parts.get(0);
        int changes = 0;
        for (Part part : parts) { // advice: serial | overlapping | scan | not-known
            if (mix(part.id, 60) != 0 && part.cost < best.cost) {
                best = part;
                changes++;
            }
        }
        System.out.println(best.id + " " + changes);
        // The order turns round whenever there is a new best one.
        best = parts.get(0);
        Comparator<Part> turning = order;
        for (Part part : parts) { // advice: serial | overlapping | not-known
            if (mix(part.id, 60) != 0 && turning.compare(part, best) < 0) {
                best = part;
                turning = turning.reversed();
            }
        }
        System.out.println(best.id);
        // The first one is another one than is compared later.
        best = null;
        for (Part part : parts) { // advice: serial | overlapping
            if (mix(part.id, 60) != 0) {
                if (best == null) {
                    best = parts.get(part.id + 7);
                } else if (part.cost < best.cost) {
                    best = part;
                }
            }
        }
        System.out.println(best.id);
        // Near enough is better, too: no order.
        best = parts.get(0);
        for (Part part : parts) { // advice: serial | overlapping
            if (mix(part.id, 60) != 0 && part.cost < best.cost + 8) {
                best = part;
            }
        }
        System.out.println(best.id);
    }
}
