/** Groups are removed on the way, and begin anew. */
public class MapGroupsDropped {
    public static void main(String[] args) {
        java.util.Map<Integer, java.util.List<Integer>> lists = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            lists.computeIfAbsent(i * 7919 % 1009 % 50, key -> new java.util.ArrayList<>()).add(i);
            lists.remove(i % 50);
            lists.computeIfAbsent(i * 31 % 50, key -> new java.util.ArrayList<>()).add(-i);
        }
        System.out.println(lists.size());
    }
}
