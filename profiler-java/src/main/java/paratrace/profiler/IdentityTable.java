package paratrace.profiler;

import java.lang.ref.WeakReference;

/** A hash table of objects by identity, which keeps none of them alive. Not synchronized. */
final class IdentityTable<S extends IdentityTable.Slot> {
    /** An entry: the object, and what a subclass adds. */
    static class Slot extends WeakReference<Object> {
        final int hash;

        Slot(Object object) {
            super(object);
            hash = System.identityHashCode(object);
        }
    }

    private Slot[] slots = new Slot[64];
    private int used;

    /** The entry of an object, or null. */
    @SuppressWarnings("unchecked")
    S get(Object object) {
        Slot[] table = slots;
        int mask = table.length - 1;
        for (int at = System.identityHashCode(object) & mask; table[at] != null; at = at + 1 & mask) {
            if (table[at].get() == object) {
                return (S) table[at];
            }
        }
        return null;
    }

    /** Adds the entry of an object that has none. */
    void put(S slot) {
        if (++used * 2 > slots.length) {
            rebuild();
        }
        place(slot);
    }

    /** Entries whose objects are gone go as well. */
    private void rebuild() {
        Slot[] old = slots;
        used = 1;
        for (Slot slot : old) {
            used += slot != null && slot.get() != null ? 1 : 0;
        }
        int size = 64;
        while (size < used * 4) {
            size *= 2;
        }
        slots = new Slot[size];
        for (Slot slot : old) {
            if (slot != null && slot.get() != null) {
                place(slot);
            }
        }
    }

    private void place(Slot slot) {
        int mask = slots.length - 1;
        int at = slot.hash & mask;
        while (slots[at] != null) {
            at = at + 1 & mask;
        }
        slots[at] = slot;
    }
}
