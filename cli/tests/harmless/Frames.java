// Stack traces, walked stacks and callers as the program sees them, from every thread.

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

public class Frames {
    int[] cells = new int[8];

    static int depth(int n) {
        return n == 0 ? new Throwable().getStackTrace().length : depth(n - 1);
    }

    static Class<?> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    }

    int at(int i) {
        return cells[i];
    }

    static void show(Throwable e) {
        for (; e != null; e = e.getCause()) {
            System.out.println(e);
            for (StackTraceElement frame : e.getStackTrace()) {
                System.out.println("    " + frame);
            }
        }
    }

    static void throwing(Frames f) {
        try {
            f.at(9);
        } catch (ArrayIndexOutOfBoundsException e) {
            show(new IllegalStateException("wrapped", e));
        }
        try {
            ((Frames) null).cells[0]++;
        } catch (NullPointerException e) {
            show(e);
        }
        try {
            System.arraycopy(f.cells, 0, new Object[1], 0, 1);
        } catch (ArrayStoreException e) {
            show(e);
        }
        try {
            Object o = f;
            System.out.println((String) o);
        } catch (ClassCastException e) {
            System.out.println(e.getStackTrace()[0]);
        }
    }

    /** Frames of all threads of the program while they are busy and while they wait. */
    static void others() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        int[] busy = new int[16];
        Thread waits = new Thread("waits") {
            @Override
            public void run() {
                started.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        };
        Thread works = new Thread(() -> {
            started.countDown();
            for (int i = 0; end.getCount() > 0; i++) {
                busy[i & 15]++;
            }
        }, "works");
        waits.start();
        works.start();
        started.await();
        Thread.sleep(20);
        Map<String, StackTraceElement[]> stacks = new TreeMap<>();
        Thread.getAllStackTraces().forEach((thread, frames) -> stacks.put(thread.getName(), frames));
        StackTraceElement[] frames = stacks.get("waits");
        System.out.println(frames[frames.length - 1] + " " + frames.length);
        System.out.println(stacks.get("main").length + " " + stacks.containsKey("works"));
        end.countDown();
        waits.join();
        works.join();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(depth(10) + " " + Thread.currentThread().getStackTrace().length + " " + caller());
        List<String> walked = new ArrayList<>();
        StackWalker.getInstance().forEach(frame -> walked.add(frame.getMethodName() + frame.getLineNumber()));
        System.out.println(walked);
        throwing(new Frames());
        others();
        System.out.println(Class.forName("Frames").getMethods().length + " " + Runtime.version().feature());
    }
}
