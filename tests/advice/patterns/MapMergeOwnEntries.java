/** The values that are merged are those of the map itself, as they are by then. */
public class MapMergeOwnEntries {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.TreeMap<>();
        for (int i = 0; i < 1000; i++) { // advice: reduction | with-changes
            counts.put(i, i % 3);
        }
        for (java.util.Map.Entry<Integer, Integer> entry : counts.entrySet()) { // advice: serial | not-known
            counts.merge((entry.getKey() + 1) % 1000, entry.getValue(), Integer::sum);
        }
        System.out.println(counts.get(999));
    }
}
