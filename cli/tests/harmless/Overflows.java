// options: -Xint
// A stack that overflows shows the program's frames only, wherever it is caught or if nobody does.

import java.util.Set;
import java.util.TreeSet;

public class Overflows {
    static int depth;
    long wide;

    static int dive(int n) {
        depth = n;
        return dive(n + 1) + 1;
    }

    void climb(long a, double b) {
        wide += a;
        new Overflows().climb(a + 1, b * 2);
    }

    /** A handler in the middle of the stack. */
    static void inside(int n, int last) {
        if (n < last) {
            inside(n + 1, last);
            return;
        }
        try {
            dive(0);
        } catch (StackOverflowError e) {
            tell("inside", e);
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            try {
                dive(0);
            } catch (StackOverflowError e) {
                tell("dive", e);
            }
        }
        try {
            new Overflows().climb(1, 2);
        } catch (StackOverflowError e) {
            tell("climb", e);
        }
        inside(0, depth / 3);
        Thread thread = new Thread(() -> dive(0));
        thread.setUncaughtExceptionHandler((t, e) -> tell("uncaught", e));
        thread.start();
        thread.join();
    }

    static void tell(String where, Throwable e) {
        Set<String> classes = new TreeSet<>();
        for (StackTraceElement frame : e.getStackTrace()) {
            classes.add(frame.getClassName());
        }
        System.out.println(where + " " + classes);
    }
}
