/** The sequential version of Amdahl. */
public final class AmdahlSequential {
    private AmdahlSequential() {
    }

    public static void main(String[] args) {
        Work.sink = Sequential.before(Sequential.BEFORE) + Amdahl.half(Sequential.ROUNDS / 2) + Amdahl.work(0, 1);
        System.out.println("done");
    }
}
