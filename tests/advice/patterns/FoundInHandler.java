/** A handler looks at the sum so far, and what it makes of it is added next. */
public class FoundInHandler {
    static int root(int i) {
        if (i * 7919 % 1009 % 7 == 0) {
            throw new IllegalArgumentException();
        }
        return i * 7 % 31;
    }

    public static void main(String[] args) {
        long sum = 0;
        long[] added = new long[1];
        for (int i = 0; i < 3000; i++) { // advice: serial
            added[0] = i;
            for (int tries = 0; tries < 2; tries++) {
                try {
                    sum += root(i + tries) + added[0];
                } catch (IllegalArgumentException e) {
                    added[0] = sum % 7;
                }
            }
        }
        System.out.println(sum);
    }
}
