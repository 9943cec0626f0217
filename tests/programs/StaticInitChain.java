/** Class initialisers that trigger each other in a chain. */
public class StaticInitChain {
    static StringBuilder log = new StringBuilder();

    static class First {
        static int value = log("first") + Second.value;
    }

    static class Second {
        static int value = log("second") + Third.twice(4);
    }

    static class Third {
        static final int CONSTANT = 3;
        static int[] table = new int[6];

        static {
            for (int i = 0; i < table.length; i++) {
                table[i] = i * CONSTANT;
            }
            log("third");
        }

        static int twice(int i) {
            return 2 * table[i];
        }
    }

    static int log(String s) {
        log.append(s).append(' ');
        return s.length();
    }

    public static void main(String[] args) {
        System.out.println(Third.CONSTANT);
        System.out.println(First.value);
        System.out.println(Second.value + " " + log.toString());
    }
}
