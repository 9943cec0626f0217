import java.io.InputStream;

/** A class loader of our own that loads the same class again: two classes of one name. */
public class OwnClassLoader extends ClassLoader {
    public static class Counter implements java.util.function.IntUnaryOperator {
        static int total;

        @Override
        public int applyAsInt(int x) {
            for (int i = 0; i < x; i++) {
                total += i;
            }
            return total;
        }
    }

    OwnClassLoader(ClassLoader parent) {
        super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.equals("OwnClassLoader$Counter")) {
            return super.loadClass(name, resolve);
        }
        Class<?> c = findLoadedClass(name);
        if (c != null) {
            return c;
        }
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] b = in.readAllBytes();
            return defineClass(name, b, 0, b.length);
        } catch (java.io.IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    public static void main(String[] args) throws Exception {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            ClassLoader l = new OwnClassLoader(OwnClassLoader.class.getClassLoader());
            Class<?> c = l.loadClass("OwnClassLoader$Counter");
            var op = (java.util.function.IntUnaryOperator) c.getDeclaredConstructor().newInstance();
            sum += op.applyAsInt(5) + op.applyAsInt(i);
            System.out.println(c == Counter.class);
        }
        System.out.println(sum + " " + new Counter().applyAsInt(3));
    }
}
