// Class loaders that see only java.* and what they are wired to, as in OSGi; that load the program's classes again; that are
// parallel capable. Each has its own copy of whatever its classes refer to.

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

public class Loaders {
    public static class Cell {
        public int value;
        protected final Object[] slots = new Object[4];

        public Cell(int value) {
            this.value = value;
            slots[value & 3] = this;
        }

        public static int twice(int x) {
            return 2 * x;
        }

        public int fail(int x) {
            if (x < 0) {
                throw new IllegalArgumentException("negative " + x);
            }
            return slots.length + x;
        }
    }

    /** Reads and writes the fields of a class that another loader may have defined. */
    public static class User extends Cell implements IntUnaryOperator {
        private final int early;

        public User() {
            super(3);
            early = Cell.twice(value);
        }

        @Override
        public int applyAsInt(int x) {
            Cell cell = new Cell(x);
            for (int i = 0; i < 3; i++) {
                cell.value += Cell.twice(i) + value;
            }
            try {
                cell.fail(-x);
            } catch (IllegalArgumentException e) {
                cell.value++;
            }
            return cell.value + cell.fail(early) + (slots[3] == this ? 1000 : 0);
        }
    }

    /** Defines classes of the program's class path itself, but for java.* and those that it is wired to. */
    static class Bundle extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        private final Map<String, ClassLoader> wires = new HashMap<>();

        Bundle() {
            super(null);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                if (c != null) {
                    return c;
                }
                if (name.startsWith("java.")) {
                    return super.loadClass(name, resolve);
                }
                ClassLoader wire = wires.get(name);
                return wire != null ? wire.loadClass(name) : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            return Loaders.class.getClassLoader().getResourceAsStream(name);
        }

        @Override
        public java.net.URL getResource(String name) {
            return Loaders.class.getClassLoader().getResource(name);
        }

        IntUnaryOperator user() throws ReflectiveOperationException {
            return (IntUnaryOperator) loadClass("Loaders$User").getConstructor().newInstance();
        }
    }

    public static void main(String[] args) throws Exception {
        Bundle library = new Bundle();
        Bundle wired = new Bundle();
        wired.wires.put("Loaders$Cell", library);
        Bundle mixed = new Bundle();
        mixed.wires.put("Loaders$Cell", Loaders.class.getClassLoader());
        IntUnaryOperator[] users = {new User(), library.user(), wired.user(), mixed.user()};
        int sum = 0;
        for (int i = 0; i < 300; i++) {
            for (IntUnaryOperator user : users) {
                sum = 31 * sum + user.applyAsInt(i & 3);
            }
        }
        System.out.println(sum);
        System.out.println(new Cell(1).fail(2) + " " + users[3].getClass().getSuperclass().equals(Cell.class));
        System.out.println(users[2].getClass().getSuperclass() == library.loadClass("Loaders$Cell"));
        inThreads(users);
    }

    static void inThreads(IntUnaryOperator[] users) throws InterruptedException {
        AtomicInteger sum = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(20);
        for (int t = 0; t < 20; t++) {
            IntUnaryOperator user = users[t % users.length];
            new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    sum.addAndGet(user.applyAsInt(i & 3));
                }
                done.countDown();
            }).start();
        }
        done.await();
        System.out.println(sum);
    }
}
