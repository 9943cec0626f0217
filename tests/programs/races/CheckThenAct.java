import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Entries of concurrent maps that two threads look at and then change, and others that only look so. */
public class CheckThenAct {
    /** A key whose hash is computed by code of the program, in the middle of each call. */
    static final class Name {
        final String name;

        Name(String name) {
            this.name = name;
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Name && ((Name) other).name.equals(name);
        }
    }

    static final Map<String, Integer> COUNTS = new ConcurrentHashMap<>();
    static final ConcurrentMap<Integer, String> MADE = new ConcurrentHashMap<>();
    static final Map<Name, Integer> NAMED = new ConcurrentHashMap<>();
    static final Map<Integer, Integer> GUARDED = new ConcurrentHashMap<>();
    static final Map<Integer, Integer> OWN = new ConcurrentHashMap<>();
    static final Map<Integer, Integer> AT_ONCE = new ConcurrentHashMap<>();
    static final Map<Integer, Integer> TURNS = new ConcurrentHashMap<>();
    static final Map<String, Integer> OTHERS = new ConcurrentHashMap<>();
    static final Map<Integer, Integer> LOCKED = Collections.synchronizedMap(new HashMap<>());
    static volatile int turn;

    static void count(String word) {
        Integer old = COUNTS.get(word); // looks
        COUNTS.put(word, old == null ? 1 : old + 1); // acts
    }

    static String make(int key) {
        if (!MADE.containsKey(key)) { // looks
            MADE.put(key, "made of " + key); // acts
        }
        return MADE.get(key);
    }

    static void name(Name name) {
        int old = NAMED.getOrDefault(name, 0); // looks
        NAMED.put(name, old + 1); // acts
    }

    static void guarded(int key) {
        synchronized (GUARDED) {
            Integer old = GUARDED.get(key);
            GUARDED.put(key, old == null ? 1 : old + 1);
        }
    }

    static void own(int me) {
        Integer old = OWN.get(me);
        OWN.put(me, old == null ? 1 : old + 1);
    }

    static void atOnce(int key) {
        AT_ONCE.merge(key, 1, Integer::sum);
        AT_ONCE.computeIfAbsent(key, k -> k);
    }

    /** Each waits for its turn. */
    static void take(int me) {
        while (turn % 2 != me) {
            Thread.onSpinWait();
        }
        Integer old = TURNS.get(0);
        TURNS.put(0, old == null ? 1 : old + 1);
        turn++;
    }

    /** Looks at one entry, and changes another one that only this thread has. */
    static void other(int me) {
        Integer old = OTHERS.get("all");
        OTHERS.put("of " + me, old == null ? me : old + me);
    }

    static void locked(int key) {
        synchronized (LOCKED) {
            if (!LOCKED.containsKey(key)) {
                LOCKED.put(key, key);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        OTHERS.put("all", 1);
        Name name = new Name("one");
        Thread[] all = new Thread[2];
        for (int t = 0; t < all.length; t++) {
            int me = t;
            all[t] = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    count("word" + i % 3);
                    make(i / 2);
                    name(name);
                    guarded(i % 3);
                    own(me);
                    atOnce(i % 3);
                    take(me);
                    other(me);
                    locked(i);
                }
            });
            all[t].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        // What has ended comes before.
        count("word0");
        System.out.println(MADE.size() + GUARDED.get(0) + OWN.get(1) + AT_ONCE.get(2) + TURNS.get(0) + LOCKED.size());
    }
}
