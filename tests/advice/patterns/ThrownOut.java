/** The first value that is wrong ends the loop by an exception. */
public class ThrownOut {
    static int[] values(int n) {
        int[] values = new int[n];
        for (int i = 0; i < n; i++) { // advice: search
            int value = (int) (i * 7919L % 10007);
            if (value == 4242) {
                throw new IllegalStateException("at " + i);
            }
            values[i] = value;
        }
        return values;
    }

    public static void main(String[] args) {
        try {
            System.out.println(values(100_000).length);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
