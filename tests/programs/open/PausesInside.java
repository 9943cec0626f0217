import java.util.function.Supplier;

/** Class loaders whose code fails, nests, calls back, starts threads and makes objects that the program uses afterwards. */
public class PausesInside {
    /** Objects get numbers wherever they are made. */
    static class Box {
        int value;
        Box next;

        Box(int value, Box next) {
            this.value = value;
            this.next = next;
        }

        int sum() {
            int sum = 0;
            for (Box box = this; box != null; box = box.next) {
                sum += box.value;
            }
            return sum;
        }
    }

    static class Trouble extends RuntimeException {
        final int depth;

        Trouble(int depth) {
            super("depth " + depth);
            this.depth = depth;
        }
    }

    static class Odd extends ClassLoader {
        Box boxes;
        int threads;
        private final Odd other;

        Odd(Odd other) {
            super(PausesInside.class.getClassLoader());
            this.other = other;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            boxes = new Box(name.length(), boxes);
            if (name.startsWith("fail.")) {
                fail(3);
            }
            if (name.startsWith("caught.")) {
                return caught(name);
            }
            if (name.startsWith("thread.")) {
                return inThread();
            }
            if (name.startsWith("other.") && other != null) {
                return other.loadClass(name);
            }
            if (name.startsWith("full.")) {
                return full(name, 0);
            }
            throw new ClassNotFoundException(name + " " + boxes.sum());
        }

        private void fail(int depth) {
            if (depth == 0) {
                throw new Trouble(boxes.sum());
            }
            fail(depth - 1);
        }

        private Class<?> caught(String name) {
            try {
                return loadClass("fail." + name);
            } catch (Trouble | ClassNotFoundException e) {
                boxes.value++;
                return Box.class;
            }
        }

        private Class<?> inThread() {
            Thread thread = new Thread(() -> threads += new Box(threads, boxes).sum(), "helper");
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return Trouble.class;
        }

        private Class<?> full(String name, int depth) {
            return full(name, depth + 1);
        }
    }

    static int ask(Odd loader, String name, int[] cells) {
        int sum = cells[name.length() & 3];
        try {
            Class<?> c = loader.loadClass(name);
            cells[0] += c.getSimpleName().length();
        } catch (ClassNotFoundException e) {
            cells[1] += e.getMessage().length();
        } catch (Trouble e) {
            cells[2] += e.depth;
        } catch (StackOverflowError e) {
            cells[3]++;
        }
        return sum + cells[3] + loader.boxes.sum();
    }

    public static void main(String[] args) throws Exception {
        Odd first = new Odd(null);
        Odd loader = new Odd(first);
        int[] cells = new int[4];
        String[] names = {"x.A", "fail.A", "caught.B", "thread.C", "other.fail.D", "other.E", "full.F", "y.G", "fail.H"};
        for (int i = 0; i < 20; i++) {
            int answer = ask(loader, names[i % names.length], cells);
            System.out.println(answer + " " + cells[0] + " " + cells[1] + " " + cells[2] + " " + cells[3] + " " + loader.threads);
        }
        // An object that a loader made is used by code that is recorded.
        Box all = loader.boxes;
        all.value += 7;
        first.boxes.next = new Box(5, null);
        Supplier<Integer> total = () -> all.sum() + first.boxes.sum();
        System.out.println(total.get());
        try {
            Class.forName("fail.Z", true, loader);
        } catch (Trouble e) {
            System.out.println(e.getMessage() + " " + loader.boxes.sum());
        }
    }
}
