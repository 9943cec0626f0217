/** Each iteration keeps the count that it has found. */
public class MapCountRead {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        int[] ranks = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: serial | scan | not-known
            int key = i * 7919 % 1009 % 50;
            int before = counts.getOrDefault(key, 0);
            ranks[i] = before;
            counts.put(key, before + 1);
        }
        System.out.println(ranks[1999]);
    }
}
