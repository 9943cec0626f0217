/** `synchronized` blocks: nested, on the same object, in a loop, left by break, return and exception. */
public class SynchronizedBlocks {
    static final Object A = new Object();
    static final Object B = new Object();
    static int total;

    static int locked(int i) {
        synchronized (A) {
            synchronized (B) {
                synchronized (A) {
                    if (i == 3) {
                        return -1;
                    }
                    total += 100 / (i - 5);
                }
            }
            return total;
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 8; i++) {
            synchronized (B) {
                if (i == 7) {
                    break;
                }
                try {
                    sum += locked(i);
                } catch (ArithmeticException e) {
                    sum += 1000;
                }
            }
        }
        System.out.println(sum + " " + total);
    }
}
