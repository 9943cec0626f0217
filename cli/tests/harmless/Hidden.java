import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;

/** Classes made of the bytes of others: hidden ones, and copies in other loaders. A hidden class has no name that a descriptor could have. */
public class Hidden {
    public static void main(String[] args) throws Exception {
        byte[] bytes = own("Hidden$Counter");
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        for (int i = 0; i < 3; i++) {
            Class<?> hidden = lookup.defineHiddenClass(bytes, true).lookupClass();
            Runnable counter = (Runnable) hidden.getDeclaredConstructor().newInstance();
            counter.run();
            counter.run();
            System.out.println(counter + " " + hidden.isHidden() + " " + (hidden != Counter.class));
        }
        Class<?> nested = lookup.defineHiddenClass(bytes, true, MethodHandles.Lookup.ClassOption.NESTMATE).lookupClass();
        ((Runnable) nested.getDeclaredConstructor().newInstance()).run();
        Class<?> copy = new Copies().define("Hidden$Counter", bytes);
        Runnable counter = (Runnable) copy.getDeclaredConstructor().newInstance();
        counter.run();
        System.out.println(counter + " " + (copy != Counter.class));
        Runnable own = new Counter();
        own.run();
        System.out.println(own);
    }

    static byte[] own(String name) throws Exception {
        try (InputStream in = Hidden.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        }
    }

    static final class Copies extends ClassLoader {
        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    public static class Counter implements Runnable {
        private int count;
        private Object last;
        private int[] steps = new int[4];

        public Counter() {
            count = 1;
        }

        public void run() {
            last = this;
            count += 2;
            for (int i = 0; i < steps.length; i++) {
                steps[i] += i * count;
            }
            synchronized (this) {
                count++;
            }
        }

        @Override
        public String toString() {
            return "count " + count + " " + steps[3];
        }
    }
}
