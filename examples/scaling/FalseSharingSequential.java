/** The sequential version of FalseSharing. */
public final class FalseSharingSequential {
    private FalseSharingSequential() {
    }

    public static void main(String[] args) {
        long[] sums = new long[1];
        FalseSharing.work(sums, 0, FalseSharing.ADDITIONS);
        Work.sink = sums[0];
        System.out.println("done");
    }
}
