// A security manager and a class file transformer of the program, traced: the JVM asks them in the middle of paths. A class
// loader with a copy of the runtime of its own, too: pauses reach all copies.
// options: -Djava.security.manager=Watched$Guard
// agent: Agent
// newest: 23

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.Permission;
import java.security.ProtectionDomain;
import java.util.function.IntUnaryOperator;

public class Watched {
    /** Counts in arrays and loops, so that much of it would be recorded. */
    static class Tally {
        private final int[] counts = new int[16];
        int total;

        void add(String text) {
            for (int i = 0; i < text.length(); i++) {
                counts[text.charAt(i) & 15]++;
            }
            total++;
        }

        boolean isEmpty() {
            int sum = 0;
            for (int count : counts) {
                sum += count;
            }
            return sum == 0;
        }
    }

    public static class Guard extends SecurityManager {
        static final Tally PACKAGES = new Tally();

        @Override
        public void checkPackageAccess(String name) {
            PACKAGES.add(name);
        }

        @Override
        public void checkPermission(Permission permission) {
            PACKAGES.add(permission.getName());
        }
    }

    static class Reader implements ClassFileTransformer {
        final Tally names = new Tally();

        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
            names.add(String.valueOf(name));
            return null;
        }
    }

    static class Isolated extends ClassLoader {
        final Tally names = new Tally();

        Isolated() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            names.add(name);
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length, Watched.class.getProtectionDomain());
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            return Watched.class.getClassLoader().getResourceAsStream(name);
        }

        @Override
        public java.net.URL getResource(String name) {
            return Watched.class.getClassLoader().getResource(name);
        }
    }

    public static class Part {
        final int[] cells = {1, 2, 3};
    }

    public static class OtherPart extends Part {
        int more = 4;
    }

    /** Values are recorded before and after the JVM asks. */
    public static class User implements IntUnaryOperator {
        private final int[] seen = new int[4];

        @Override
        public int applyAsInt(int x) {
            int before = seen[x & 3]++;
            Part part = new Part();
            part.cells[x & 1] += before;
            Object other = x > 1 ? new OtherPart() : part;
            int after = other instanceof OtherPart ? ((OtherPart) other).more + seen[1] : part.cells[x & 1];
            return before + after + seen[2];
        }
    }

    public static void main(String[] args) throws Exception {
        Instrumentation instrumentation = (Instrumentation) System.getProperties().get("agent.instrumentation");
        Reader reader = new Reader();
        instrumentation.addTransformer(reader);
        Isolated isolated = new Isolated();
        IntUnaryOperator[] users =
            {new User(), (IntUnaryOperator) isolated.loadClass("Watched$User").getConstructor().newInstance()};
        int sum = 0;
        for (int i = 0; i < 8; i++) {
            for (IntUnaryOperator user : users) {
                sum = 31 * sum + user.applyAsInt(i);
            }
        }
        System.out.println(sum + " " + isolated.names.isEmpty() + Guard.PACKAGES.isEmpty() + reader.names.isEmpty());
    }
}
