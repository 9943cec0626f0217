package paratrace.rt;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * Identity hashes that are in use: of arrays and of untraced objects that traced code created. HotSpot draws them at random from
 * 2^31, so a new array may have the hash of another one; {@link Fresh} replaces it then, before anybody has seen it.
 *
 * <p>Bloom filters: a hash that is not in the set may seem to be, at the cost of a copy of the array, but not the other way
 * round. So a byte a hash will do, and an insertion touches one word of memory. A filter that is full is followed by a larger
 * one. What would not fit into the memory for all of them is forgotten, oldest first; hashes of the dead are not.
 *
 * <p>No locks, no fences: of two threads that change one word at the same time, one may lose its hash. What the set forgets or
 * loses costs nothing but the chance to replace an array. The analyzer is told of every new array, sees that its hash was in
 * use, and says so.
 */
final class Hashes {
    static final Hashes ONE = new Hashes(Limits.HASHES);

    /** Words of the first filter, where there is memory for it: 512 KiB, which a second-level cache holds. */
    private static final int FIRST = 1 << 16;
    /** Hashes a word of 64 bits. */
    private static final int PER_WORD = 8;
    /** How many times as large as a filter the next one is. */
    private static final int GROWTH = 8;
    /** Odd numbers whose multiples spread: from the golden ratio, and a prime number. */
    private static final int SPREAD = 0x9E3779B1;
    private static final int BITS = 0x85EBCA77;

    private static final AtomicIntegerFieldUpdater<Hashes> GROWING = AtomicIntegerFieldUpdater.newUpdater(Hashes.class, "growing");

    private volatile Filter newest;
    private final long words;
    /** 1 while a thread makes a larger filter; the others go on with what there is. */
    private volatile int growing;

    /** A set that takes so many bytes. */
    Hashes(long bytes) {
        words = bytes >>> 3;
        newest = new Filter(fitting(FIRST), null);
    }

    /** As many words, or the largest power of two that is half of what there may be. */
    private int fitting(int length) {
        int fitting = length;
        while (fitting > words / 2 && fitting > 2) {
            fitting >>= 1;
        }
        return fitting;
    }

    /** Whether the hash is new. 0, which is null, always is. */
    boolean add(int hash) {
        Filter filter = newest;
        return hash == 0 || !isIn(filter.older, hash) && filter.add(hash);
    }

    private static boolean isIn(Filter filter, int hash) {
        for (; filter != null; filter = filter.older) {
            if (filter.has(hash)) {
                return true;
            }
        }
        return false;
    }

    /** So many hashes have been added. */
    void count(int added) {
        Filter filter = newest;
        filter.used += added; // Threads that race here count too little, by a few.
        if (filter.used >= PER_WORD * (long) filter.length) {
            grow(filter);
        }
    }

    /** A larger filter, or as large a one in place of the oldest. Without memory the full one is used on: it costs copies. */
    private void grow(Filter full) {
        if (!GROWING.compareAndSet(this, 0, 1)) {
            return;
        }
        try {
            full.used = 0;
            int next = fitting(full.length * GROWTH);
            newest = full == newest ? new Filter(next, kept(full, words - next)) : newest;
        } catch (OutOfMemoryError e) {
            // Again when as many have been added once more.
        } finally {
            growing = 0;
        }
    }

    /** Memory that the filters take. */
    long bytes() {
        long bytes = 0;
        for (Filter filter = newest; filter != null; filter = filter.older) {
            bytes += 8L * filter.length;
        }
        return bytes;
    }

    /** As many of the newest filters as fit. */
    private static Filter kept(Filter filter, long words) {
        if (filter == null || filter.length > words) {
            return null;
        }
        return new Filter(filter, kept(filter.older, words - filter.length));
    }

    private static final class Filter {
        final long[] bits;
        final Filter older;
        final int length;
        private final int shift;
        long used;

        Filter(int length, Filter older) {
            this(new long[length], length, older);
        }

        Filter(Filter same, Filter older) {
            this(same.bits, same.length, older);
        }

        private Filter(long[] bits, int length, Filter older) {
            this.bits = bits;
            this.length = length;
            this.older = older;
            shift = Integer.numberOfLeadingZeros(length - 1);
        }

        private static long mask(int hash) {
            int places = hash * BITS;
            return 1L << (places >>> 26) | 1L << (places >>> 20) | 1L << (places >>> 14) | 1L << (places >>> 8);
        }

        boolean has(int hash) {
            long mask = mask(hash);
            return (bits[hash * SPREAD >>> shift] & mask) == mask;
        }

        boolean add(int hash) {
            int word = hash * SPREAD >>> shift;
            long mask = mask(hash);
            long old = bits[word];
            bits[word] = old | mask;
            return (old & mask) != mask;
        }
    }
}
