/** Exceptions caught, changed and thrown again on their way up. */
public class RethrowChain {
    static class Wrapped extends RuntimeException {
        final RuntimeException inner;
        final int level;

        Wrapped(RuntimeException inner, int level) {
            super("level " + level);
            this.inner = inner;
            this.level = level;
        }
    }

    static int work(int[] a, int i) {
        try {
            return a[i] / (i - 2);
        } catch (ArithmeticException e) {
            throw e;
        }
    }

    static int wrap(int[] a, int i, int level) {
        try {
            return level == 0 ? work(a, i) : wrap(a, i, level - 1) + 1;
        } catch (RuntimeException e) {
            throw new Wrapped(e, level);
        }
    }

    public static void main(String[] args) {
        int[] a = {10, 20, 30, 40};
        for (int i = 0; i < 6; i++) {
            try {
                System.out.println(wrap(a, i, 3));
            } catch (Wrapped e) {
                RuntimeException x = e;
                int depth = 0;
                while (x instanceof Wrapped) {
                    depth += ((Wrapped) x).level;
                    x = ((Wrapped) x).inner;
                }
                System.out.println(e.getMessage() + " " + depth + " " + x.getMessage());
            }
        }
    }
}
