/** The value of one key is computed from that of another one. */
public class MapCountOtherKey {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            int key = i * 7919 % 1009 % 50;
            counts.put(key, counts.getOrDefault(i % 50, 0) + 1);
        }
        System.out.println(counts.get(7));
    }
}
