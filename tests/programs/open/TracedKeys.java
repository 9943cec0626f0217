import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Library collections that call `hashCode`, `equals` and `compareTo` of traced keys. */
public class TracedKeys {
    static int hashes;
    static int equal;

    static class Key implements Comparable<Key> {
        final int id;

        Key(int id) {
            this.id = id;
        }

        @Override
        public int hashCode() {
            hashes++;
            return id % 5;
        }

        @Override
        public boolean equals(Object o) {
            equal++;
            return o instanceof Key k && k.id == id;
        }

        @Override
        public int compareTo(Key o) {
            return Integer.compare(o.id, id);
        }
    }

    public static void main(String[] args) {
        Map<Key, Integer> counts = new HashMap<>();
        Set<Key> seen = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            counts.merge(new Key(i % 13), i, Integer::sum);
            seen.add(new Key(i * i % 17));
        }
        TreeMap<Key, Integer> sorted = new TreeMap<>(counts);
        StringBuilder sb = new StringBuilder();
        sorted.forEach((k, v) -> sb.append(k.id).append('=').append(v).append(' '));
        System.out.println(sb);
        System.out.println(seen.size() + " " + seen.contains(new Key(4)) + " " + counts.get(new Key(99)));
        System.out.println(hashes > 100 && equal > 50);
    }
}
