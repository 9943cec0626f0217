/** What is compared with the maximum depends on the maximum so far. */
public class MaximumOfDifference {
    public static void main(String[] args) {
        int best = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via best
            best = Math.max(best / 2, i * 7919 % 1009 - best);
        }
        System.out.println(best);
    }
}
