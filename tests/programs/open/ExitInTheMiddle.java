/** `System.exit(3)` deep inside a loop, with a shutdown hook and a `finally` that must not run. */
public class ExitInTheMiddle {
    static int sum;

    static void work(int i) {
        try {
            sum += i;
            if (i == 17) {
                System.out.println("leaving at " + sum);
                System.exit(3);
            }
        } finally {
            sum *= 2;
        }
    }

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            int x = 0;
            for (int i = 0; i < 10; i++) {
                x += i;
            }
            System.out.println("hook " + x + " " + sum);
        }));
        for (int i = 0; ; i++) {
            work(i % 20);
        }
    }
}
