/** A place is moved on by a call that may throw: then the handler goes on, and the place stays. */
public class ChainSkippedByThrow {
    static int next(int at) {
        if (at % 5 == 3) {
            throw new IllegalStateException();
        }
        return at * 7 + 1;
    }

    public static void main(String[] args) {
        int at = 1;
        long sum = 0;
        for (int i = 0; i < 300; i++) { // advice: serial | not-known
            try {
                at = next(at) % 1009;
            } catch (IllegalStateException e) {
                at = (int) (sum % 1009);
            }
            for (int k = 0; k < 30; k++) {
                sum = sum * 31 + at + k;
            }
        }
        System.out.println(sum);
    }
}
