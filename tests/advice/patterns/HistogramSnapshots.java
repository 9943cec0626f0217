/** Counts in an array are copied in some of the iterations: the values on the way matter. */
public class HistogramSnapshots {
    public static void main(String[] args) {
        int[] counts = new int[10];
        java.util.List<int[]> snapshots = new java.util.ArrayList<>();
        for (int i = 0; i < 3000; i++) { // advice: serial | scan | not-known
            counts[i * 7919 % 1009 % 10]++;
            if (i % 100 == 0) {
                snapshots.add(counts.clone());
            }
        }
        System.out.println(snapshots.get(3)[4] + counts[5]);
    }
}
