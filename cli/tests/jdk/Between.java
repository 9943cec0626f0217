import java.lang.module.ModuleFinder;
import java.lang.reflect.InvocationTargetException;
import java.util.Random;
import java.util.logging.Level;

/** Untraced code that runs traced methods where nobody calls it: initialisers, constructors of the library, reflection behind an exception, code that `jlink` writes. */
public class Between {
    /** Its static method initialises the parent, which is not traced and calls `java.base`. */
    static class Fine extends Level {
        Fine() {
            super("fine", 3);
        }

        static int three() {
            return 3;
        }
    }

    /** The constructor of its parent calls what it overrides. */
    static class Seeded extends Random {
        private boolean initialized;

        Seeded() {
            super();
            initialized = true;
        }

        @Override
        public void setSeed(long seed) {
            if (initialized) {
                throw new UnsupportedOperationException();
            }
        }
    }

    /** All draws of its parent call what it overrides. */
    static class Counting extends Random {
        private int n;

        @Override
        protected int next(int bits) {
            return ++n;
        }
    }

    static class Refusing {
        Refusing(int n) {
            if (n > 0) {
                throw new IllegalArgumentException("no " + n);
            }
        }
    }

    /** Exceptions leave its constructors by way of others, to reflection, which goes on. */
    public static class Leaving extends Refusing {
        public Leaving(int n) {
            this(n, n);
        }

        Leaving(int n, int twice) {
            super(n);
        }
    }

    static void leave(int n) throws ReflectiveOperationException {
        try {
            System.out.println(Leaving.class.getConstructor(int.class).newInstance(n) != null);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause().getMessage());
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        for (int n = 0; n < 4; n++) {
            leave(n);
        }
        System.out.println(Fine.three());
        System.out.println(new Seeded() != new Seeded());
        Random numbers = new Counting();
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            sum += numbers.nextInt() + numbers.nextInt(10);
        }
        System.out.println(sum + " " + numbers.nextBoolean() + " " + new Counting().ints(3).sum());
        System.out.println(ModuleFinder.ofSystem().find("java.base").isPresent());
    }
}
