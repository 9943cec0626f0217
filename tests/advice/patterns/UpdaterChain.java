/** A field updater sets a field that the next iteration reads. */
public class UpdaterChain {
    static final java.util.concurrent.atomic.AtomicIntegerFieldUpdater<UpdaterChain> UPDATER =
        java.util.concurrent.atomic.AtomicIntegerFieldUpdater.newUpdater(UpdaterChain.class, "state");
    volatile int state;

    public static void main(String[] args) throws Exception {
        UpdaterChain own = new UpdaterChain();
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            int last = own.state;
            UPDATER.set(own, (last * last + i) % 10007);
        }
        System.out.println(own.state);
    }
}
