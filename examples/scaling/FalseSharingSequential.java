import java.util.concurrent.atomic.AtomicLongArray;

/** The sequential version of FalseSharing. */
public final class FalseSharingSequential {
    private FalseSharingSequential() {
    }

    public static void main(String[] args) {
        AtomicLongArray sums = new AtomicLongArray(1);
        FalseSharing.work(sums, 0, FalseSharing.ADDITIONS);
        Work.sink = sums.get(0);
        System.out.println("done");
    }
}
