/** What threads hand to each other. It knows who wrote it last, so that each thread can count what it got from others. */
final class Cell {
    private int value;
    private Thread writer;
    private long wide;
    private double real;
    private int[] parts = new int[3];

    Cell give(Own own, int v) {
        Thread me = Thread.currentThread();
        if (writer != null && writer != me) own.overwritten++;
        value = v;
        writer = me;
        wide = v * 5L;
        real = v / 2.0;
        for (int i = 0; i < parts.length; i++) parts[i] = v >> i;
        return this;
    }

    int take(Own own) {
        if (writer != null && writer != Thread.currentThread()) own.taken++;
        int sum = value + (int) wide + (int) real;
        for (int part : parts) sum += part;
        return sum;
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
