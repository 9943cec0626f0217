/** The counts so far are summed up on the way. */
public class MapCountSummedUp {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        int[] totals = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: serial | scan | not-known
            int key = i * 7919 % 1009 % 50;
            counts.put(key, counts.getOrDefault(key, 0) + 1);
            int total = 0;
            for (int count : counts.values()) {
                total += count;
            }
            totals[i] = total;
            counts.merge(i % 50, 1, Integer::sum);
        }
        System.out.println(totals[1999]);
    }
}
