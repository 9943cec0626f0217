/** Each iteration catches what it throws, so that every one of them runs. */
public class CaughtInside {
    static int checked(int value) {
        if (value % 100 == 42) {
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
        for (int i = 0; i < n; i++) { // advice: independent
            try {
                values[i] = checked((int) (i * 7919L % 10007));
            } catch (IllegalStateException e) {
                values[i] = -1;
            }
        }
        return values;
    }

    public static void main(String[] args) {
        System.out.println(values(30_000)[1]);
    }
}
