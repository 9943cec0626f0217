import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntUnaryOperator;

/** A class loader of the program that the JVM asks for classes in the middle of a path: its own code, too, is traced. */
public class LoaderInAPath {
    /** Words of names, in a chain. */
    static class Node {
        final String word;
        Node next;
        int uses;

        Node(String word, Node next) {
            this.word = word;
            this.next = next;
        }
    }

    /** Loads the classes whose names begin with a prefix again; each goes through helpers with loops, arrays and fields. */
    static class Tidy extends ClassLoader {
        private final int[] lengths = new int[64];
        private Node words;
        private int asked;
        private final Deque<String> order = new ArrayDeque<>();

        Tidy(ClassLoader parent) {
            super(parent);
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            return loadClass(name, false);
        }

        @Override
        protected Object getClassLoadingLock(String name) {
            return own(name) && count(name) < 0 ? null : super.getClassLoadingLock(name);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!own(name)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                return c != null ? c : findClass(name);
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            count(name);
            order.add(name);
            if (name.endsWith("Missing")) {
                throw new ClassNotFoundException(explain(name));
            }
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        private static boolean own(String name) {
            String[] prefixes = {"LoaderInAPath$User", "LoaderInAPath$Part", "LoaderInAPath$Failure"};
            boolean own = false;
            for (String prefix : prefixes) {
                own |= name.startsWith(prefix);
            }
            return own;
        }

        private int count(String name) {
            lengths[name.length() & 63]++;
            asked++;
            for (Node node = words; node != null; node = node.next) {
                if (node.word.equals(name)) {
                    return ++node.uses;
                }
            }
            words = new Node(name, words);
            return 0;
        }

        private static String explain(String name) {
            StringBuilder text = new StringBuilder("no ");
            for (int i = 0; i < name.length(); i++) {
                char c = name.charAt(i);
                text.append(c == '$' ? '.' : c);
            }
            return text.toString();
        }
    }

    public static class PartOne {
        int value = 3;

        int twice() {
            return 2 * value;
        }
    }

    public static class PartTwo extends PartOne implements PartRole {
        static int made;
        final int[] cells = {1, 2, 3};

        PartTwo() {
            made++;
        }

        static int made(int[] seen) {
            return seen[made & 1];
        }
    }

    public interface PartRole {
    }

    public static class PartMissing {
        int lost;
    }

    public static class PartWithInitialiser {
        static final int[] TABLE = {4, 5, 6};
        static int sum;

        static {
            for (int i = 0; i < TABLE.length; i++) {
                sum += TABLE[i];
            }
        }
    }

    public static class FailureOne extends RuntimeException {
        FailureOne(String message) {
            super(message);
        }
    }

    /** Has values recorded before and after each instruction at which the JVM asks the loader for a class. */
    public static class User implements IntUnaryOperator {
        private final int[] seen = new int[8];
        private int steps;

        @Override
        public int applyAsInt(int x) {
            seen[x & 7]++;
            int sum = constants(x) + casts(this, x) + fields(x) + made(x);
            try {
                sum += fails(x);
            } catch (FailureOne e) {
                sum += seen[(x + 1) & 7] + e.getMessage().length();
            }
            return sum + missing(x) + late(x);
        }

        private int constants(int x) {
            int before = seen[x & 7] + seen[(x + 1) & 7];
            String name = (before > 0 ? PartOne.class : PartRole.class).getName();
            seen[(x + 2) & 7] = before + name.length();
            return seen[(x + 2) & 7];
        }

        private int casts(Object object, int x) {
            int sum = seen[x & 7];
            if (object instanceof PartRole) {
                sum += 1000;
            }
            seen[1] = sum;
            Object[] parts = new PartTwo[x + 1];
            seen[2] += parts.length;
            return seen[1] + seen[2];
        }

        private int fields(int x) {
            seen[3] = x;
            PartOne part = new PartOne();
            seen[4] += part.value;
            seen[5] += part.twice();
            return seen[3] + seen[4] + seen[5];
        }

        private int made(int x) {
            seen[x & 7] = x;
            PartTwo part = new PartTwo();
            part.cells[x % 3] += seen[x & 7];
            return part.cells[x % 3] + PartTwo.made(seen) + PartTwo.made;
        }

        private int fails(int x) {
            seen[6]++;
            if (seen[6] > 1 || x == 0) {
                throw new FailureOne("at " + x);
            }
            return seen[6];
        }

        private int missing(int x) {
            int sum = seen[7]++;
            try {
                seen[0] = sum;
                sum += new PartMissing().lost;
            } catch (NoClassDefFoundError e) {
                sum += e.getMessage().length() + seen[0];
                steps++;
            }
            return sum + steps;
        }

        private int late(int x) {
            int sum = seen[x & 7];
            for (int i = 0; i < 3; i++) {
                sum += PartWithInitialiser.TABLE[i] + seen[i];
            }
            return sum + PartWithInitialiser.sum;
        }
    }

    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 3; round++) {
            Tidy loader = new Tidy(LoaderInAPath.class.getClassLoader());
            // Traced code asks as well: a call like others of untraced code.
            Class<?> c = loader.loadClass("LoaderInAPath$User");
            IntUnaryOperator user = (IntUnaryOperator) c.getDeclaredConstructor().newInstance();
            int sum = 0;
            for (int i = 0; i < 4; i++) {
                sum = 31 * sum + user.applyAsInt(i);
            }
            int known = 0;
            for (String name : loader.order) {
                known += loader.count(name) > 0 ? 1 : 0;
            }
            System.out.println(sum + " " + known + " " + loader.order);
        }
        System.out.println(new User().applyAsInt(2));
    }
}
