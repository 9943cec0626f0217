/** A method adds to the count of a key. */
public class MapCountByMethod {
    static void add(java.util.Map<Integer, Integer> counts, int key, int count) {
        Integer before = counts.getOrDefault(key, 0);
        counts.put(key, before + count);
    }

    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: reduction via Map
            add(counts, i * 7919 % 1009 % 50, i % 3);
        }
        System.out.println(counts.get(7));
    }
}
