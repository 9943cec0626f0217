/** New groups begin with their number, which depends on those before. */
public class MapGroupsNumbered {
    static int count;

    public static void main(String[] args) {
        java.util.Map<Integer, java.util.List<Integer>> lists = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            lists.computeIfAbsent(i * 7919 % 1009 % 50, key -> new java.util.ArrayList<>(java.util.List.of(count++))).add(i);
        }
        System.out.println(lists.get(7));
    }
}
