/** Exceptions in static initialisers: `ExceptionInInitializerError`, then `NoClassDefFoundError`. */
public class InitializerFails {
    static class Bad {
        static int[] table = new int[2];
        static int value = fill(5);

        static int fill(int n) {
            for (int i = 0; i < n; i++) {
                table[i] = i;
            }
            return n;
        }
    }

    static class Worse extends Bad {
        static int more = 1;
    }

    static String attempt(int how) {
        try {
            switch (how) {
                case 0: return "" + Bad.value;
                case 1: return "" + Bad.fill(1);
                case 2: return "" + new Bad().hashCode();
                default: return "" + Worse.more;
            }
        } catch (ExceptionInInitializerError e) {
            return "in initializer: " + e.getCause().getMessage();
        } catch (NoClassDefFoundError e) {
            return "no class";
        }
    }

    public static void main(String[] args) {
        for (int how = 0; how < 4; how++) {
            System.out.println(attempt(how));
        }
    }
}
