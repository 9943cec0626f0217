/** Constructors that throw: in an argument of super(), in super() itself, and after it. */
public class ConstructorThrows {
    static int built;

    static class Base {
        final int value;

        Base(int value) {
            if (value == 3) {
                throw new IllegalArgumentException("base");
            }
            this.value = value;
        }
    }

    static class Derived extends Base {
        final int[] data;

        Derived(int n) {
            super(check(n));
            data = new int[n];
            data[4] = n;
            built++;
        }

        static int check(int n) {
            if (n == 2) {
                throw new IllegalStateException("before super");
            }
            return n;
        }
    }

    static String make(int n) {
        try {
            Derived d = new Derived(n);
            return "ok " + d.value + d.data[4];
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        } catch (IllegalStateException e) {
            return e.getMessage();
        } catch (IndexOutOfBoundsException e) {
            return "after super";
        }
    }

    public static void main(String[] args) {
        for (int n = 1; n < 7; n++) {
            System.out.println(n + " " + make(n));
        }
        System.out.println(built);
    }
}
