/** What threads hand to each other. It knows who wrote it last, so that each thread can count what it got from others. */
final class Cell {
    private int value;
    private Thread writer;
    private long wide;
    private double real;
    private int[] parts = new int[3];

    // The value comes first: a call of the library would tell the order of threads anew before it.
    Cell give(Own own, int v) {
        value = v;
        Thread last = writer;
        wide = v * 5L;
        real = v / 2.0;
        for (int i = 0; i < parts.length; i++) parts[i] = v >> i;
        Thread me = Thread.currentThread();
        if (last != null && last != me) own.overwritten++;
        writer = me;
        return this;
    }

    int look(Own own) {
        int v = value;
        if (writer != null && writer != Thread.currentThread()) own.taken++;
        return v;
    }

    int take(Own own) {
        int sum = (int) wide + (int) real;
        for (int part : parts) sum += part;
        return sum + look(own);
    }

    /** Has the parts of another one from now on. */
    void copy(Cell other, boolean whole) {
        if (whole) {
            parts = other.parts.clone();
        } else {
            System.arraycopy(other.parts, 0, parts, 1, 2);
        }
    }
}
