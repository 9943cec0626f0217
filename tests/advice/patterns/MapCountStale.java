/** Two keys are read before either is put back; if they are equal, one of both sums is lost. */
public class MapCountStale {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            int key = i * 7919 % 1009 % 50;
            int one = counts.getOrDefault(key, 0);
            int other = counts.getOrDefault(i % 5, 0);
            counts.put(key, one + 1);
            counts.put(i % 5, other + 2);
        }
        System.out.println(counts.get(7));
    }
}
