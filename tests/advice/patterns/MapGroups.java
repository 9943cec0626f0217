/** Values are grouped by a key: each group keeps the order of the iterations. */
public class MapGroups {
    public static void main(String[] args) {
        java.util.Map<Integer, java.util.List<Integer>> lists = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: reduction via Map
            lists.computeIfAbsent(i * 7919 % 1009 % 50, key -> new java.util.ArrayList<>()).add(i);
        }
        System.out.println(lists.get(7));
    }
}
