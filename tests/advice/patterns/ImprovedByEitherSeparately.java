/** Two extremes share one position, each in a branch of its own: it is that of the last new extreme of either kind. */
public class ImprovedByEitherSeparately {
    public static void main(String[] args) {
        int least = Integer.MAX_VALUE;
        int greatest = Integer.MIN_VALUE;
        int at = -1;
        for (int i = 0; i < 3000; i++) { // advice: serial | not-known | scan
            int value = (i * 7919 % 1009 - 500) * (i % 100);
            if (value > greatest) {
                greatest = value;
                at = i;
            }
            if (value < least) {
                least = value;
                at = i;
            }
        }
        System.out.println(least + " " + greatest + " " + at);
    }
}
