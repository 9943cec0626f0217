/** Class initialisers that throw, call back, wait for each other in one thread, and are run by reflection and lambdas. */
public class InitializersInUse {
    static StringBuilder log = new StringBuilder();

    static int note(String name) {
        log.append(name).append(' ');
        return log.length();
    }

    static class Fails {
        static int value = 1 / (note("fails") - log.length());
    }

    interface Constant {
        int ONE = note("constant");

        default int one() {
            return ONE;
        }
    }

    static class First implements Constant {
        static final int A = note("first") + Second.B;
    }

    static class Second extends First {
        static final int B = note("second") + 1;

        static int twice(int x) {
            return x + A;
        }
    }

    static class ByName {
        static {
            for (int i = 0; i < 3; i++) {
                note("name" + i);
            }
        }
    }

    enum Level {
        LOW, HIGH;

        static final int COUNT = note("level");
    }

    static int use(int n) {
        try {
            return switch (n) {
                case 0 -> Fails.value;
                case 1 -> Second.twice(n);
                case 2 -> new First().one();
                case 3 -> Level.valueOf("LOW").ordinal();
                default -> Class.forName("InitializersInUse$ByName").hashCode() * 0;
            };
        } catch (LinkageError | ClassNotFoundException e) {
            return -note(e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) {
        for (int round = 0; round < 2; round++) {
            for (int n = 0; n < 5; n++) {
                System.out.println(use(n));
            }
        }
        System.out.println(log);
    }
}
