package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

// follows calls: CallsReadReusedBuffer.java:4 future
/** The caller has filled the buffer anew before the calls read it. */
public final class CallsReadReusedBuffer implements Versions {
    static int work(int[] buffer) {
        int hash = buffer[0];
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + buffer[j % 8];
        }
        return hash;
    }

    @Override
    public String serial() {
        List<Integer> results = new ArrayList<>();
        int[] buffer = new int[8];
        for (int i = 0; i < 30; i++) {
            fill(buffer, i);
            results.add(work(buffer));
        }
        return results.toString();
    }

    @Override
    public String parallel() throws Exception {
        CountDownLatch allCalled = new CountDownLatch(1);
        List<Future<Integer>> calls = new ArrayList<>();
        int[] buffer = new int[8];
        for (int i = 0; i < 30; i++) {
            fill(buffer, i);
            calls.add(Tasks.POOL.submit(() -> {
                allCalled.await();
                return work(buffer);
            }));
        }
        allCalled.countDown();
        List<Integer> results = new ArrayList<>();
        for (Future<Integer> call : calls) {
            results.add(call.get());
        }
        return results.toString();
    }

    private static void fill(int[] buffer, int i) {
        for (int j = 0; j < 8; j++) {
            buffer[j] = i * j + 1;
        }
    }
}
