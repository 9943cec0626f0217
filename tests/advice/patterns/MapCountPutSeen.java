/** What `put` gives back is the count before. */
public class MapCountPutSeen {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        int[] ranks = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: serial | scan | not-known
            int key = i * 7919 % 1009 % 50;
            Integer before = counts.put(key, counts.getOrDefault(key, 0) + 1);
            ranks[i] = before == null ? 0 : before;
        }
        System.out.println(ranks[1999]);
    }
}
