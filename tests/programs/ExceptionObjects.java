/** Exceptions as plain objects: made early, kept in fields and arrays, thrown later, never thrown, thrown twice. */
public class ExceptionObjects {
    static class Signal extends RuntimeException {
        int thrown;
        final int[] payload;

        Signal(int size) {
            super("signal " + size);
            payload = new int[size];
        }

        Signal mark(int where) {
            payload[where] = ++thrown;
            return this;
        }
    }

    static final Signal KEPT = new Signal(4);

    static int use(Signal s, int i) {
        try {
            if (i % 2 == 0) {
                throw s.mark(i);
            }
            return i;
        } catch (Signal caught) {
            return caught.payload[i] * 10 + (caught == KEPT ? 1 : 0);
        } finally {
            s.thrown += 5;
        }
    }

    public static void main(String[] args) {
        Signal[] all = {KEPT, new Signal(3), new Signal(9)};
        int sum = 0;
        for (int i = 0; i < 9; i++) {
            try {
                sum = sum * 2 + use(all[i % 3], i);
            } catch (ArrayIndexOutOfBoundsException e) {
                sum += 1000;
            }
        }
        System.out.println(sum + " " + KEPT.thrown + " " + all[1].getMessage());
    }
}
