/** A method that the loop calls throws for the first value that is wrong, and what is around the loop goes on. */
public class ThrownByCallee {
    static int checked(int value) {
        if (value == 4242) {
            throw new IllegalStateException("wrong");
        }
        int digest = value;
        for (int k = 0; k < 20; k++) {
            digest = digest * 31 + k;
        }
        return digest;
    }

    static int[] values(int n) {
        int[] values = new int[n];
        try {
            for (int i = 0; i < n; i++) { // advice: search
                values[i] = checked((int) (i * 7919L % 10007));
            }
        } catch (IllegalStateException e) {
            values[0] = -1;
        }
        return values;
    }

    public static void main(String[] args) {
        System.out.println(values(100_000)[1]);
    }
}
