package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

// follows calls: CallsReadStaticSetting.java:6 independent
/** All calls see the setting of the last one. */
public final class CallsReadStaticSetting implements Versions {
    private int setting;

    private int work(int seed) {
        int hash = seed;
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + setting;
        }
        return hash;
    }

    @Override
    public String serial() {
        List<Integer> results = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            setting = i * 7 % 31;
            results.add(work(i));
        }
        return results.toString();
    }

    @Override
    public String parallel() throws Exception {
        CountDownLatch allCalled = new CountDownLatch(1);
        List<Future<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            int seed = i;
            setting = i * 7 % 31;
            calls.add(Tasks.POOL.submit(() -> {
                allCalled.await();
                return work(seed);
            }));
        }
        allCalled.countDown();
        List<Integer> results = new ArrayList<>();
        for (Future<Integer> call : calls) {
            results.add(call.get());
        }
        return results.toString();
    }
}
