/** The first call that throws ends the loop: calls after it must not write. */
public class CallsStopAtThrown {
    static final int[] MARKS = new int[100];

    static void mark(int value) {
        int hash = value; // advice of calls: not-known | serial
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        if (value == 60) {
            throw new IllegalStateException("no more");
        }
        MARKS[value] = hash;
    }

    public static void main(String[] args) {
        try {
            for (int i = 0; i < 100; i++) { // advice: search
                mark(i);
            }
        } catch (IllegalStateException e) {
            System.out.println("stopped");
        }
        System.out.println(MARKS[59] + MARKS[61]);
    }
}
