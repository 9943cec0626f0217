/** The sequential version of Divided, Redundant, Uneven, Locked and Spinning. */
public final class Sequential {
    static final int ROUNDS = 150;
    static final int UNITS = 1_000_000;
    /** Rounds that no version divides. */
    static final int BEFORE = 15;

    private Sequential() {
    }

    public static void main(String[] args) {
        Work.sink = before(BEFORE) + work(0, ROUNDS);
        System.out.println("done");
    }

    static double before(int rounds) {
        double sum = 0;
        for (int round = 0; round < rounds; round++) {
            sum += Work.roots(0, UNITS);
        }
        return sum;
    }

    static double work(int from, int to) {
        double sum = 0;
        for (int round = from; round < to; round++) {
            sum += Work.roots(0, UNITS);
        }
        return sum;
    }
}
