/** The best sum that ends here is built from the one that ended before; the best of all is a maximum. */
public class MaximumSubarray {
    public static void main(String[] args) {
        int here = 0;
        int best = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via here
            here = Math.max(here, 0) + i * 7919 % 1009 - 504;
            best = Math.max(best, here);
        }
        System.out.println(best);
    }
}
