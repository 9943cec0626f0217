/** Exceptions caught one frame up and many frames up, with live values on the way. */
public class ExceptionFrames {
    static int depth;

    static int divide(int a, int b) {
        depth++;
        return a / b;
    }

    static int oneUp(int a, int b) {
        try {
            return 1 + divide(a, b);
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    static int chain(int level, int a, int b) {
        int before = level * 10;
        int r = level == 0 ? divide(a, b) : chain(level - 1, a, b) + before;
        return r + 1;
    }

    static int catchAt(int level, int a, int b) {
        if (level == 0) {
            return chain(6, a, b);
        }
        try {
            return catchAt(level - 1, a, b) * 2;
        } catch (IllegalStateException e) {
            return 0;
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = -2; i <= 2; i++) {
            sum += oneUp(100, i);
            try {
                sum += catchAt(3, 60, i);
            } catch (ArithmeticException e) {
                sum += 1000;
            }
        }
        System.out.println(sum + " " + depth);
    }
}
