package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.concurrent.locks.ReentrantLock;

// follows: LockedSum.java:7 reduction
/** Each task has its own sum, and needs no lock. */
public final class LockedSum implements Versions {
    private static long sum;

    @Override
    public String serial() {
        ReentrantLock lock = new ReentrantLock();
        sum = 0;
        for (int i = 0; i < 2000; i++) {
            int value = i * 7919 % 1009;
            lock.lock();
            try {
                sum += value;
            } finally {
                lock.unlock();
            }
        }
        return Long.toString(sum);
    }

    @Override
    public String parallel() throws Exception {
        sum = 0;
        for (long part : Tasks.results(0, 2000, LockedSum::part)) {
            sum += part;
        }
        return Long.toString(sum);
    }

    private static long part(int from, int to) {
        long part = 0;
        for (int i = from; i < to; i++) {
            part += i * 7919 % 1009;
        }
        return part;
    }
}
