/** Between two merges of an iteration another count is taken out. */
public class MapMergeThenRemove {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            int key = i * 7919 % 1009 % 50;
            counts.merge(key, 1, Integer::sum);
            counts.remove(i % 50);
            counts.merge(key, i % 3, Integer::sum);
        }
        System.out.println(counts.get(7));
    }
}
