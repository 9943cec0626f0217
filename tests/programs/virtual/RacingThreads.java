import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Virtual threads that hand on what they have: starting, waking up and joining one orders that. Two that nothing orders may race. */
class RacingThreads {
    static volatile boolean isReady;

    public static void main(String[] args) throws Exception {
        Thread.startVirtualThread(() -> System.out.println("first")).join();
        Thread.sleep(20); // the carrier has nothing to do now
        int[] started = {0};
        started[0] = 41;
        Thread second = Thread.startVirtualThread(() -> started[0]++);
        second.join();
        started[0]++;
        int[] made = {1};
        Thread unstarted = Thread.ofVirtual().unstarted(() -> made[0]++);
        made[0] = 2;
        unstarted.start();
        unstarted.join();
        List<Integer> woken = new ArrayList<>();
        Thread sleeper = Thread.startVirtualThread(() -> {
            while (!isReady) {
                LockSupport.park();
            }
            woken.add(2);
        });
        Thread.sleep(20);
        woken.add(1);
        isReady = true;
        LockSupport.unpark(sleeper);
        sleeper.join();
        int[] shared = {0};
        Runnable adds = () -> shared[0]++; // may race
        Thread one = Thread.startVirtualThread(adds);
        Thread other = Thread.startVirtualThread(adds);
        one.join();
        other.join();
        System.out.println(started[0] + made[0] + woken.size());
    }
}
