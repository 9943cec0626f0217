package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

// follows: KeysOfOwnTypes.java:134 reduction
/** One map per task; the library compares the keys of all tasks when the groups are joined. */
public final class KeysOfOwnClass implements Versions {
    private static final int N = 300;

    @Override
    public String serial() {
        Map<City, List<City>> groups = new HashMap<>();
        int n = N;
        for (int i = 0; i < n; i++) {
            groups.computeIfAbsent(new City(key(i)), absent -> new ArrayList<>()).add(new City(i));
        }
        return new TreeMap<>(groups).toString();
    }

    @Override
    public String parallel() throws Exception {
        Map<City, List<City>> groups = new TreeMap<>();
        Tasks.results(0, N, KeysOfOwnClass::part).forEach(part -> part.forEach(
            (key, group) -> groups.computeIfAbsent(key, absent -> new ArrayList<>()).addAll(group)));
        return groups.toString();
    }

    private static Map<City, List<City>> part(int from, int to) {
        Map<City, List<City>> groups = new HashMap<>();
        for (int i = from; i < to; i++) {
            groups.computeIfAbsent(new City(key(i)), absent -> new ArrayList<>()).add(new City(i));
        }
        return groups;
    }

    private static int key(int i) {
        int hash = i;
        for (int round = 0; round < 40; round++) {
            hash = hash * hash % 10007 + round;
        }
        return hash % 50;
    }

    private static final class City implements Comparable<City> {
        private final int code;

        City(int code) {
            this.code = code;
        }

        @Override
        public int compareTo(City other) {
            return Integer.compare(code, other.code);
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
            return "city " + code;
        }
    }
}
