package paratrace.rt;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * Threads and their buffers: a power of two of lists, by the thread's hash. Whoever adds puts an entry in front of its list by one exchange;
 * the writer alone takes out.
 */
final class ThreadTable {
    static final int LEAST = 256;

    private final Place[] places;
    /** What is copied into this one; null when it has been. Read before the search, so that an entry is found in one of them. */
    private volatile ThreadTable older;

    ThreadTable(int size, ThreadTable older) {
        places = new Place[size];
        for (int i = 0; i < size; i++) {
            places[i] = new Place();
        }
        this.older = older;
    }

    int size() {
        return places.length;
    }

    /** How large a table of so many threads should be. */
    int fitting(int threads) {
        int size = places.length;
        while (threads > size) {
            size <<= 1;
        }
        while (size > LEAST && threads < size >> 4) {
            size >>= 1;
        }
        return size;
    }

    /** Null if the thread has no buffer. */
    Buffer find(Thread thread, int hash) {
        ThreadTable before = older;
        for (Entry entry = place(hash).first; entry != null; entry = entry.next) {
            if (entry.buffer.thread == thread) {
                return entry.buffer;
            }
        }
        return before == null ? null : before.find(thread, hash);
    }

    void add(Buffer b, int hash) {
        Place place = place(hash);
        Entry entry = new Entry(b);
        do {
            entry.next = place.first;
        } while (!Updater.FIRST.compareAndSet(place, entry.next, entry));
    }

    /** Copies the older table, and forgets it. */
    void takeOver() {
        for (Place place : older.places) {
            for (Entry entry = place.first; entry != null; entry = entry.next) {
                add(entry.buffer, System.identityHashCode(entry.buffer.thread));
            }
        }
        older = null;
    }

    /** Threads look again at the next class that they are asked for. */
    void forgetClasses() {
        ThreadTable before = older;
        for (Place place : places) {
            for (Entry entry = place.first; entry != null; entry = entry.next) {
                entry.buffer.inside = null;
            }
        }
        if (before != null) {
            before.forgetClasses();
        }
    }

    /** Says whether it was there. */
    boolean remove(Buffer b, int hash) {
        Place place = place(hash);
        boolean there = false;
        while (removeOne(b, place)) {
            there = true; // One that was added and copied at once is there twice.
        }
        ThreadTable before = older;
        return before != null && before.remove(b, hash) || there;
    }

    private static boolean removeOne(Buffer b, Place place) {
        Entry before = null;
        for (Entry entry = place.first; entry != null; entry = entry.next) {
            if (entry.buffer == b) {
                if (before != null) {
                    before.next = entry.next;
                    return true;
                }
                return Updater.FIRST.compareAndSet(place, entry, entry.next) || removeOne(b, place);
            }
            before = entry;
        }
        return false;
    }

    /** Loads what the others need. */
    static void prepare() {
        ThreadTable table = new ThreadTable(1, null);
        table.add(Buffer.MUTE, 0);
        table.remove(Buffer.MUTE, 0);
    }

    private Place place(int hash) {
        return places[(hash * 0x9E3779B1 >>> 7) & places.length - 1];
    }

    /** The latest entry of a list. */
    private static final class Place {
        volatile Entry first;
    }

    private static final class Entry {
        final Buffer buffer;
        volatile Entry next;

        Entry(Buffer buffer) {
            this.buffer = buffer;
        }
    }

    /** Apart: a traced JDK has this table before it can make these. */
    private static final class Updater {
        static final AtomicReferenceFieldUpdater<Place, Entry> FIRST =
                AtomicReferenceFieldUpdater.newUpdater(Place.class, Entry.class, "first");
    }
}
