/** The size of a list is read between two additions of the same iteration: neither reaches the next iteration but the last one. */
public class ListSizeBetween {
    public static void main(String[] args) {
        java.util.List<Integer> kept = new java.util.ArrayList<>();
        int[] sizes = new int[2000];
        for (int i = 0; i < sizes.length; i++) { // advice: serial | scan | not-known
            if (i * 7919 % 1009 > 500) {
                kept.add(i);
            }
            kept.add(-i);
            sizes[i] = kept.size();
            kept.add(i);
        }
        System.out.println(sizes[1999] + kept.get(5));
    }
}
