/** A stack that overflows and is caught, three times, with work before and after. */
public class StackOverflow {
    static int depth;
    int[] keep = new int[4];

    static int dive(int n) {
        depth++;
        return dive(n + 1) + 1;
    }

    void climb(long a, double b) {
        keep[depth++ & 3]++;
        climb(a + 1, b * 2);
    }

    static boolean nearBottom(int n) {
        try {
            return nearBottom(n + 1);
        } finally {
            depth++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            depth = 0;
            try {
                if (i == 0) {
                    dive(0);
                } else if (i == 1) {
                    new StackOverflow().climb(1, 2);
                } else {
                    nearBottom(0);
                }
                System.out.println("not reached");
            } catch (StackOverflowError e) {
                System.out.println("overflow " + (depth > 100));
            }
        }
    }
}
