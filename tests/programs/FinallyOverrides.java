/** `finally` that replaces a result, swallows an exception, or leaves a loop. */
public class FinallyOverrides {
    @SuppressWarnings("finally")
    static int replaced(int n) {
        try {
            return 10 / n;
        } finally {
            if (n < 1) {
                return -7;
            }
        }
    }

    static int kept() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 2;
        }
    }

    @SuppressWarnings("finally")
    static int leaving(int limit) {
        int seen = 0;
        for (int i = 0; i < 10; i++) {
            try {
                if (i % 2 == 0) {
                    continue;
                }
                if (i > limit) {
                    throw new IllegalStateException();
                }
                seen += 100;
            } finally {
                seen += i;
                if (i > limit + 2) {
                    break;
                }
            }
        }
        return seen;
    }

    public static void main(String[] args) {
        System.out.println(replaced(0) + " " + replaced(3) + " " + kept() + " " + leaving(20));
        try {
            System.out.println(leaving(4));
        } catch (IllegalStateException e) {
            System.out.println("left");
        }
    }
}
