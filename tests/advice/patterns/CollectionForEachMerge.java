/** The elements of a list are counted in a map by a lambda, which is a reduction, but not safe as it is. */
public class CollectionForEachMerge {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        java.util.List<Integer> values = new java.util.ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            values.add(i * 7919 % 1009);
        }
        values.forEach(value -> counts.merge(value % 50, 1, Integer::sum)); // advice of stream: reduction | with-changes | not-known via Map
        System.out.println(counts.get(7));
    }
}
