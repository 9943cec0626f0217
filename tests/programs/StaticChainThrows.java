/** Exceptions out of chains of static calls, thrown at first, middle and last calls of an expression. */
public class StaticChainThrows {
    static int trail;

    static int a(int x) {
        trail = trail * 10 + 1;
        return b(x) + 1;
    }

    static int b(int x) {
        trail = trail * 10 + 2;
        return c(x - 1) * c(x + 1);
    }

    static int c(int x) {
        trail = trail * 10 + 3;
        return 100 / x;
    }

    static int expression(int x) {
        return c(x) + a(x) * c(x - 3);
    }

    public static void main(String[] args) {
        for (int x = -2; x < 5; x++) {
            trail = 0;
            int r;
            try {
                r = expression(x);
            } catch (ArithmeticException e) {
                r = -1;
            }
            System.out.println(x + " " + r + " " + trail);
        }
    }
}
