/** A count begins anew when it has reached five. */
public class MapCountReset {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            int key = i * 7919 % 1009 % 50;
            int before = counts.getOrDefault(key, 0);
            counts.put(key, before == 5 ? 0 : before + 1);
        }
        System.out.println(counts.get(7));
    }
}
