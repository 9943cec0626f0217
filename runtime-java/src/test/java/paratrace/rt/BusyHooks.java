package paratrace.rt;

/** Shutdown hooks as on a busy machine: starting each takes its time, and so does what each links between its two events. */
final class BusyHooks extends Thread {
    private static final int START = 60;
    private static final int LINK = 400;

    private BusyHooks(int number) {
        super("busy-hook-" + number);
    }

    static void run(int hooks) {
        Child.events(10);
        for (int i = 0; i < hooks; i++) {
            Runtime.getRuntime().addShutdownHook(new BusyHooks(i));
        }
        System.out.println("done");
    }

    @Override
    public void start() {
        spin(START);
        super.start();
    }

    @Override
    public void run() {
        Child.record("hook", 1);
        spin(LINK);
        Buffer b = Probe.enter();
        Probe.value(1, b);
        Probe.path(b, 1);
    }

    private static void spin(int milliseconds) {
        long began = System.nanoTime();
        while (System.nanoTime() - began < milliseconds * 1_000_000L) {
            Thread.yield();
        }
    }
}
