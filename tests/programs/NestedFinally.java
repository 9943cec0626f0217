/** `finally` inside `finally`, and finally blocks that run after exceptions, breaks and returns. */
public class NestedFinally {
    static StringBuilder log = new StringBuilder();

    static int run(int n) {
        try {
            log.append("a");
            try {
                log.append("b");
                if (n == 1) {
                    throw new IllegalStateException("one");
                }
                if (n == 2) {
                    return 2;
                }
            } finally {
                log.append("c");
                try {
                    if (n == 3) {
                        throw new RuntimeException("three");
                    }
                } finally {
                    log.append("d");
                }
            }
            log.append("e");
        } catch (IllegalStateException e) {
            log.append("f");
        } finally {
            log.append("g");
        }
        return n * 10;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            try {
                sum += run(i);
            } catch (RuntimeException e) {
                log.append(e.getMessage());
            } finally {
                log.append(";");
            }
        }
        System.out.println(log.toString() + " " + sum);
    }
}
