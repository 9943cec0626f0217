/** The counts are read in the loop: how many values find their bin full depends on the order. */
public class HistogramLimit {
    public static void main(String[] args) {
        int[] counts = new int[16];
        int[] accepted = new int[3000];
        for (int i = 0; i < accepted.length; i++) { // advice: serial | scan
            int key = i * 7919 % 1009 & 15;
            counts[key]++;
            if (counts[key] <= 150) {
                accepted[i] = 1;
            }
        }
        System.out.println(counts[3] + accepted[2999]);
    }
}
