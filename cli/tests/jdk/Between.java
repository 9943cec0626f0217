import java.lang.module.ModuleFinder;
import java.util.Random;
import java.util.logging.Level;

/** Untraced code that runs traced methods where nobody calls it: initialisers, constructors of the library, code that `jlink` writes. */
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

    public static void main(String[] args) {
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
