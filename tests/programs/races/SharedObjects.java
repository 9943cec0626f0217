import java.text.*;
import java.util.*;
import java.util.regex.*;
/** Two threads use one object of the library, and nothing orders them. */
public class SharedObjects {
    static final Object LOCK = new Object();
    static int field, guarded;
    interface Work { void run() throws Exception; }
    static void twice(Work work) throws Exception { threads(work, work); }
    static void threads(Work first, Work second) throws Exception {
        Thread a = thread(first), b = thread(second);
        a.start(); b.start(); a.join(); b.join();
    }
    static Thread thread(Work work) {
        // What goes wrong by the race itself is no matter.
        return new Thread(() -> { try { work.run(); } catch (Exception e) { } });
    }
    static int hash(int x) { for (int k = 0; k < 20; k++) { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; } return x; }
    public static void main(String[] a) throws Exception {
        List<Integer> list = new ArrayList<>();
        twice(() -> { for (int i = 0; i < 20; i++) list.add(hash(i)); }); // races
        Map<Integer, Integer> map = new HashMap<>();
        twice(() -> { for (int i = 0; i < 20; i++) map.merge(hash(i) & 7, 1, Integer::sum); }); // races
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd");
        twice(() -> { for (int i = 0; i < 5; i++) format.parse("2020-01-1" + i); }); // races
        DecimalFormat decimal = new DecimalFormat("0.00");
        twice(() -> decimal.format(1.5)); // races
        Deque<Integer> deque = new ArrayDeque<>();
        twice(() -> { deque.addLast(1); }); // races
        Queue<Integer> queue = new PriorityQueue<>();
        twice(() -> { queue.add(1); }); // races
        TreeMap<Integer, Integer> tree = new TreeMap<>();
        twice(() -> { tree.put(1, 1); }); // races
        Set<Integer> set = new HashSet<>();
        twice(() -> { set.add(1); }); // races
        LinkedList<Integer> links = new LinkedList<>();
        twice(() -> { links.add(1); }); // races
        BitSet bits = new BitSet();
        twice(() -> bits.set(3)); // races
        Matcher matcher = Pattern.compile("a+").matcher("baab");
        twice(() -> { matcher.find(); }); // races
        Map<Integer, Integer> byAccess = new LinkedHashMap<>(16, 0.75f, true);
        byAccess.put(1, 1); byAccess.put(2, 2);
        twice(() -> { byAccess.get(1); byAccess.get(2); }); // races
        // The lock of one thread does not help.
        List<Integer> half = new ArrayList<>();
        threads(() -> { synchronized (LOCK) { half.add(1); } }, // races
            () -> half.add(2)); // races
        // Iterating is reading.
        List<Integer> listed = Collections.synchronizedList(new ArrayList<>(List.of(1, 2, 3)));
        threads(() -> { for (int i = 0; i < 5; i++) listed.add(i); }, // races
            () -> { for (int one : listed) hash(one); }); // races
        // Behind a section, nothing is guarded.
        twice(() -> { for (int i = 0; i < 20; i++) { hash(i); synchronized (LOCK) { } field = i; } }); // races
        twice(() -> { for (int i = 0; i < 20; i++) { hash(i); if (i % 7 == 0) set(i); get(); } });
        System.out.println(field + guarded == 0);
    }
    static void set(int i) { synchronized (LOCK) { guarded = i; } } // races
    static int get() {
        synchronized (LOCK) { if (guarded < 0) return 0; }
        return guarded; // races
    }
}
