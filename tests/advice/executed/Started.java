package executed;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Calls that were started as tasks. They run as late as they may: at once, and in any order, when they are waited for. */
public final class Started {
    private final List<Callable<Void>> calls = new ArrayList<>();

    /** A call. */
    public interface Call {
        void run() throws Exception;
    }

    /** Starts a call. */
    public void start(Call call) {
        calls.add(() -> {
            call.run();
            return null;
        });
    }

    /** Waits for all calls that were started and not waited for yet. */
    public void waitForAll() throws Exception {
        List<Callable<Void>> due = new ArrayList<>(calls);
        calls.clear();
        Tasks.inAnyOrder(due);
    }
}
