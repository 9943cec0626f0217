import java.io.*;
import java.math.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.regex.*;
import java.util.stream.*;

public class NAME {
    static final Comparator<Integer> COMPARES = (x, y) -> Integer.compare(y, x);
    static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 5);
    static final AtomicInteger COUNT = new AtomicInteger();
    static int fuel = FUEL;
    static long sum;
    static List<Integer> a = new ArrayList<>(Arrays.asList(3, 1, 4, 1, 5)), b = new LinkedList<>(a), c = new ArrayList<>();
    static Map<Integer, Integer> m = new HashMap<>(), n = new TreeMap<>();
    static Map<String, Integer> t = new HashMap<>(), u = new LinkedHashMap<>();
    static Map<Key, List<Integer>> g = new HashMap<>();
    static Map<Color, Integer> o = new EnumMap<>(Color.class);
    static Set<Integer> s = new HashSet<>(a), r = new TreeSet<>(a);
    static Set<String> w = new TreeSet<>();
    static Deque<Integer> d = new ArrayDeque<>(a);
    static Queue<Integer> q = new PriorityQueue<>(a);
    static BitSet z = new BitSet();
    static StringBuilder e = new StringBuilder("abc");
    static int[] p = {3, 1, 4, 1, 5, 9, 2, 6};
    static Integer[] h = {3, 1, 4, 1, 5};

    enum Color { RED, GREEN, BLUE }

    POINT

    /** Few hashes, so that buckets get long; those of a large table become trees. */
    static final class Key implements Comparable<Key> {
        final int x;
        Key(int x) { this.x = x; }
        public int hashCode() { return x & 1; }
        public boolean equals(Object other) { return other instanceof Key && ((Key) other).x == x; }
        public int compareTo(Key other) { return Integer.compare(x, other.x); }
    }

    static class Oops extends RuntimeException {
        final int code;
        Oops(int code) { this.code = code; }
    }

    static class Door implements AutoCloseable {
        final int x;
        Door(int x) { this.x = x; if ((x & 7) == 6) throw new Oops(x); }
        public void close() { note(x); if ((x & 7) == 1) throw new Oops(7); }
    }

    static boolean tick() { return --fuel > 0; }
    static void note(long x) { sum = sum * 31 + x; }
    static int small(int x) { return x & 7; }
    static boolean keep(int x) { if (x == 40) throw new Oops(x); return x > 1; }
    static int check(int x) { if (x == 7) throw new IllegalArgumentException("7"); return x + 1; }
    static Color color(int x) { return Color.values()[Math.floorMod(x, 3)]; }
    static String cut(String text) { return text.length() > 12 ? text.substring(0, 12) : text; }
    static int code(Throwable t) { return t instanceof Oops ? ((Oops) t).code : t.getClass().getName().hashCode(); }

    /** What is added to something that it may come from. */
    static List<Integer> few(Collection<Integer> from) { return from.stream().limit(3).collect(Collectors.toList()); }

    static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        } finally {
            note(text.length());
        }
    }

    static int lines(String text) {
        int lines = 0;
        try (BufferedReader reader = new BufferedReader(new StringReader(text.replace(',', '\n')))) {
            for (String line; (line = reader.readLine()) != null; lines++) note(line.hashCode());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    static int bytes(int x, String text) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DataOutputStream out = new DataOutputStream(bytes)) { out.writeInt(x); out.writeUTF(text); }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            return in.readInt() + in.readUTF().length() + in.readByte();
        } catch (IOException e) {
            return e instanceof EOFException ? bytesRead++ : 0;
        }
    }

    static int bytesRead;

    METHODS

    public static void run() {
        CALLS
        note(a.hashCode() + b.hashCode() + m.hashCode() + n.hashCode() + t.hashCode() + s.hashCode() + g.size());
        System.out.println("NAME " + sum + " " + fuel + " " + cut(a.toString()) + cut(m.toString()) + cut(t.toString()));
    }
}
