/** Each iteration uses the count so far of its key. */
public class MapMergeSeen {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        int[] ranks = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: serial | scan | not-known
            ranks[i] = counts.merge(i * 7919 % 1009 % 50, 1, Integer::sum);
        }
        System.out.println(ranks[1999]);
    }
}
