/** How many keys there are is read by a view, between two merges. */
public class MapMergeSizeBetween {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        java.util.Collection<Integer> values = counts.values();
        int[] sizes = new int[2000];
        for (int i = 0; i < sizes.length; i++) { // advice: serial | scan | not-known
            counts.merge(i * 7919 % 1009, 1, Integer::sum);
            sizes[i] = values.size();
            counts.merge(-i % 50, 1, Integer::sum);
        }
        System.out.println(sizes[1999]);
    }
}
