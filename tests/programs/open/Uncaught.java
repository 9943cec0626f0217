/** An exception nobody catches: exit code 1 and a stack trace with line numbers on stderr. */
public class Uncaught {
    final int[] data = new int[3];

    int at(int i) {
        return data[i];
    }

    static int sum(Uncaught u, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += u.at(i);
        }
        return s;
    }

    public static void main(String[] args) {
        System.out.println(sum(new Uncaught(), 3));
        try {
            sum(null, 1);
        } catch (NullPointerException e) {
            StackTraceElement t = e.getStackTrace()[0];
            System.out.println(t.getMethodName() + ":" + t.getLineNumber() + " " + e.getMessage());
            throw new IllegalStateException("wrapped",
                new RuntimeException("cause " + sum(new Uncaught(),
                    4)));
        }
    }
}
