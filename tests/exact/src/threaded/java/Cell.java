/** What threads hand to each other. It knows who wrote it last, so that each thread can count what it got from others. */
final class Cell {
    private int value;
    private Thread writer;
    private final int[] parts = new int[3];

    Cell give(Own own, int v) {
        Thread me = Thread.currentThread();
        if (writer != null && writer != me) own.overwritten++;
        value = v;
        writer = me;
        for (int i = 0; i < parts.length; i++) parts[i] = v >> i;
        return this;
    }

    int take(Own own) {
        if (writer != null && writer != Thread.currentThread()) own.taken++;
        int sum = value;
        for (int part : parts) sum += part;
        return sum;
    }
}
