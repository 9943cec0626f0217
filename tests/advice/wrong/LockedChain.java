package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.concurrent.locks.ReentrantLock;

// follows: LockedChain.java:7 independent
/** The lock keeps tasks apart, but they come in any order. */
public final class LockedChain implements Versions {
    static final ReentrantLock LOCK = new ReentrantLock();
    private int last = 1;

    @Override
    public String serial() {
        last = 1;
        for (int i = 0; i < 2000; i++) {
            step(i);
        }
        return Integer.toString(last);
    }

    @Override
    public String parallel() throws Exception {
        last = 1;
        Tasks.chunks(0, 2000, (from, to) -> {
            for (int i = from; i < to; i++) {
                step(i);
            }
        });
        return Integer.toString(last);
    }

    private void step(int i) {
        LOCK.lock();
        try {
            last = (last * last + i) % 10007;
        } finally {
            LOCK.unlock();
        }
    }
}
