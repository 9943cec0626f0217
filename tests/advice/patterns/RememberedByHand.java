import java.util.HashMap;
import java.util.Map;

/** Methods that remember values by hand: such as follow from the key alone, and others. */
public class RememberedByHand {
    static final Map<Integer, Integer> KNOWN = new HashMap<>();
    static final Map<String, Long> LENGTHS = new HashMap<>();
    static final Map<Integer, Integer> SCALED = new HashMap<>();
    static final Map<Integer, Integer> COUNTED = new HashMap<>();
    static final Map<Integer, Integer> LATEST = new HashMap<>();
    static final Map<Integer, Integer> HALVED = new HashMap<>();
    static final Map<Integer, Integer> SUMS = new HashMap<>();
    static final Map<Name, Integer> NAMES = new HashMap<>();
    static final Map<Integer, Integer> MISSED = new HashMap<>();
    static final Map<Integer, Integer> FOUND = new HashMap<>();
    static final Map<Integer, Integer> NOTED = new HashMap<>();
    static int scale;
    static int misses;
    static int hits;
    static int notes;
    static int computed;

    /** Names are equal if their first letters are. */
    static final class Name {
        final String text;

        Name(String text) {
            this.text = text;
        }

        @Override
        public int hashCode() {
            return text.charAt(0);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Name name && name.text.charAt(0) == text.charAt(0);
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

    static int known(int key) {
        Integer value = KNOWN.get(key);
        if (value == null) {
            value = mix(key, 400);
            KNOWN.put(key, value);
        }
        return value;
    }

    static long length(String key) {
        Long value = LENGTHS.get(key);
        if (value == null) {
            value = (long) mix(key.length(), 400);
            LENGTHS.put(key, value);
        }
        return value;
    }

    static int scaled(int key) {
        Integer value = SCALED.get(key);
        if (value == null) {
            value = mix(key, 400) * scale;
            SCALED.put(key, value);
        }
        return value;
    }

    static int count(int key) {
        computed = computed * 31 + key;
        return mix(key, 400);
    }

    static int counted(int key) {
        Integer value = COUNTED.get(key);
        if (value == null) {
            value = count(key);
            COUNTED.put(key, value);
        }
        return value;
    }

    static int latest(int key, int asked) {
        Integer value = LATEST.get(key);
        if (value == null) {
            value = mix(asked, 400);
            LATEST.put(key, value);
        }
        return value;
    }

    static int halved(int number) {
        Integer value = HALVED.get(number / 2);
        if (value == null) {
            value = mix(number, 400);
            HALVED.put(number / 2, value);
        }
        return value;
    }

    static int sum(int key) {
        Integer value = SUMS.get(key);
        if (value == null) {
            value = mix(key, 400) + SUMS.getOrDefault(key - 1, 0);
            SUMS.put(key, value);
        }
        return value;
    }

    static int missed(int key, int asked) {
        Integer value = MISSED.get(key);
        if (value == null) {
            value = mix(key, 400);
            MISSED.put(key, value);
            misses += asked;
        }
        return value;
    }

    static int found(int key, int asked) {
        Integer value = FOUND.get(key);
        if (value == null) {
            value = mix(key, 400);
            FOUND.put(key, value);
        } else {
            hits += asked;
        }
        return value;
    }

    static int noted(int key, int asked) {
        Integer value = NOTED.get(key);
        boolean isNew = value == null;
        if (value == null) {
            value = mix(key, 400);
            NOTED.put(key, value);
        }
        notes += isNew ? asked : 0;
        return value;
    }

    static int named(Name name) {
        Integer value = NAMES.get(name);
        if (value == null) {
            value = mix(name.text.length(), 400);
            NAMES.put(name, value);
        }
        return value;
    }

    public static void main(String[] args) {
        int n = 100;
        int[] out = new int[n];
        for (int i = 0; i < n; i++) { // advice: reduction via Map, remedy remembered-once
            out[i] = known(i * 7 & 31) + mix(i, 60);
        }
        for (int i = 0; i < n; i++) { // advice: reduction via Map, remedy remembered-once
            out[i] += (int) length("k" + (i * 7 & 31)) + mix(i, 60);
        }
        System.out.println(out[5] + KNOWN.size() + " " + LENGTHS);

        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            scale = mix(i, 20);
            out[i] = scaled(i * 7 & 31);
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] += counted(i * 7 & 31);
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] += latest(i * 7 & 31, i);
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] += halved(i * 7 & 31);
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] += sum(i * 7 & 31);
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] += named(new Name("abcd".charAt(i & 3) + "x".repeat(i)));
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] += missed(i * 7 & 31, i);
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] += found(i * 7 & 31, i);
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] += noted(i * 7 & 31, i);
        }
        System.out.println(misses + hits + notes);
        System.out.println(out[5] + " " + scale + computed + LATEST + HALVED + SUMS + NAMES.size());
    }
}
