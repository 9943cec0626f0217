package paratrace.rt;

/**
 * Memory that is set aside for the moment at which the program has used up the heap: what must be recorded then, a class that was not met
 * before or a new thread, needs a little. The writer sets it aside again when the program has given back some.
 */
final class Reserve {
    /** A part of the heap that must be free before memory is set aside: asking for it must not be what ends the program. */
    private static final int PART = 8;

    /** More than one, as what is given back may be gone before those who need it come. */
    private static final byte[][] PIECES = new byte[Limits.RESERVES][];

    /** Something was given back, and nothing is set aside yet: what can do without memory should. */
    private static volatile boolean needed;

    static boolean isNeeded() {
        return needed;
    }

    /** Gives a piece back to the heap. Says whether there was any, so that what failed may be tried again. */
    static boolean release() {
        for (int i = 0; i < PIECES.length; i++) {
            if (PIECES[i] != null) {
                needed = true;
                PIECES[i] = null;
                return true;
            }
        }
        return false;
    }

    /** Called by the writer now and then. */
    static void setAside() {
        try {
            for (int i = 0; i < PIECES.length; i++) {
                if (PIECES[i] == null && hasRoom()) {
                    PIECES[i] = new byte[Limits.RESERVE];
                    needed = false;
                }
            }
        } catch (OutOfMemoryError e) {
            // Next time.
        }
    }

    /** Whether a good part of the heap is free. */
    static boolean hasRoom() {
        Runtime runtime = Runtime.getRuntime();
        long used = runtime.totalMemory() - runtime.freeMemory();
        return runtime.maxMemory() - used > runtime.maxMemory() / PART + 2 * Limits.RESERVE;
    }

    private Reserve() {}
}
