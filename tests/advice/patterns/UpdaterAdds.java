/** What is added by a field updater depends on the field. */
public class UpdaterAdds {
    static final java.util.concurrent.atomic.AtomicIntegerFieldUpdater<UpdaterAdds> UPDATER =
        java.util.concurrent.atomic.AtomicIntegerFieldUpdater.newUpdater(UpdaterAdds.class, "state");
    volatile int state;

    public static void main(String[] args) throws Exception {
        UpdaterAdds own = new UpdaterAdds();
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            UPDATER.addAndGet(own, own.state * 31 % 1009 + i);
        }
        System.out.println(own.state);
    }
}
