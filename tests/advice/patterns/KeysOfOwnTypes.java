import java.time.LocalDate;
import java.time.Month;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Maps and sets whose keys are of the program's own classes, whose methods the library calls to compare them, and text of them all. */
public class KeysOfOwnTypes {
    enum Color { RED, GREEN, BLUE, BLACK, WHITE, GREY, PINK, TEAL }

    record Pair(int first, String second) {}

    interface Named extends Comparable<Named> {
        String name();

        @Override
        default int compareTo(Named other) {
            return name().compareTo(other.name());
        }
    }

    static final class City implements Named {
        private final int code;

        City(int code) {
            this.code = code;
        }

        @Override
        public String name() {
            return "city" + code;
        }

        @Override
        public int hashCode() {
            return code;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof City city && city.code == code;
        }

        @Override
        public String toString() {
            return "c" + code;
        }
    }

    /** Its hash is that of a list. */
    static final class Bag {
        final List<Integer> list;

        Bag(List<Integer> list) {
            this.list = list;
        }

        @Override
        public int hashCode() {
            return list.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bag bag && bag.list.equals(list);
        }
    }

    /** The library itself looks at its elements. */
    static final class Path extends ArrayList<Integer> {
        private static final long serialVersionUID = 1;
    }

    /** Remembers when it was compared. */
    static final class Watched {
        static int watched;
        final int code;

        Watched(int code) {
            this.code = code;
        }

        @Override
        public int hashCode() {
            return code;
        }

        @Override
        public boolean equals(Object other) {
            watched = watched * 31 + code;
            return other instanceof Watched it && it.code == code;
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
        int n = 200;
        Color[] colors = Color.values();
        Map<Color, Integer> byColor = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            byColor.merge(colors[mix(i, 60) & 7], 1, Integer::sum);
        }
        Map<Month, Integer> months = new EnumMap<>(Month.class);
        for (int i = 0; i < n; i++) { // advice: reduction
            months.merge(LocalDate.ofYearDay(2024, 1 + (mix(i, 60) & 255)).getMonth(), 1, Integer::sum);
        }
        Map<Pair, Integer> pairs = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            Pair pair = new Pair(mix(i, 60) & 7, "x");
            pairs.put(pair, pairs.getOrDefault(pair, 0) + 1);
        }
        Map<City, Integer> cities = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            City city = new City(mix(i, 60) & 7);
            Integer known = cities.get(city);
            cities.put(city, known == null ? 1 : known + 1);
        }
        Map<Named, List<City>> named = new TreeMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            named.computeIfAbsent(new City(mix(i, 60) & 7), absent -> new ArrayList<>()).add(new City(i));
        }
        Set<City> seen = new HashSet<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            seen.add(new City(mix(i, 60) & 7));
        }
        Set<Color> used = EnumSet.noneOf(Color.class);
        for (int i = 0; i < n; i++) { // advice: reduction
            used.add(colors[mix(i, 60) & 7]);
        }
        System.out.println(byColor);
        System.out.println(months);
        System.out.println(pairs.size());
        System.out.println(cities);
        System.out.println(named);
        System.out.println(seen);
        System.out.println(used);

        List<Integer> grown = new ArrayList<>();
        Map<Bag, Integer> bags = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            grown.add(mix(i, 60) & 7);
            bags.merge(new Bag(grown), 1, Integer::sum);
        }
        Path path = new Path();
        Map<Path, Integer> paths = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            path.add(mix(i, 60) & 7);
            paths.merge(path, 1, Integer::sum);
        }
        Map<Watched, Integer> watched = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            watched.merge(new Watched(mix(i, 60) & 7), 1, Integer::sum);
        }
        Set<City> known = new HashSet<>();
        int news = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            if (known.add(new City(mix(i, 60) & 7))) {
                news += i;
            }
        }
        City last = new City(0);
        int repeated = 0;
        Set<City> all = new HashSet<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping | scan
            City next = new City(last.code * 31 + mix(i, 60) & 7);
            all.add(next);
            repeated += next.equals(last) ? 1 : 0;
            last = next;
        }
        System.out.println(bags.size() + " " + paths.size() + " " + watched.size() + Watched.watched + " " + news + " " + repeated + all);
    }
}
