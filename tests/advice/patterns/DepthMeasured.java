/** A field says how deep calls are inside each other, and is the same again after each iteration; the deepest place is kept. */
public class DepthMeasured {
    static int depth;
    static int most;

    static void visit(int value) {
        depth++;
        try {
            if (value % 7 == 3) {
                throw new IllegalStateException();
            }
            most = Math.max(most, depth + value % 5);
        } finally {
            depth--;
        }
    }

    public static void main(String[] args) {
        int failed = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan | overlapping via depth
            try {
                visit(i * 7919 % 1009);
            } catch (IllegalStateException e) {
                failed++;
            }
        }
        System.out.println(most + " " + failed);
    }
}
