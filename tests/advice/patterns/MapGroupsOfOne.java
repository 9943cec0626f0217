/** All groups are the same list, made before. */
public class MapGroupsOfOne {
    public static void main(String[] args) {
        java.util.Map<Integer, java.util.List<Integer>> lists = new java.util.HashMap<>();
        java.util.List<Integer> all = new java.util.ArrayList<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            lists.computeIfAbsent(i * 7919 % 1009 % 50, key -> all).add(lists.size());
        }
        System.out.println(all.get(1999));
    }
}
