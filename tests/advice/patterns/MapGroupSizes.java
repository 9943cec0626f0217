/** Each iteration keeps how many its group has so far. */
public class MapGroupSizes {
    public static void main(String[] args) {
        java.util.Map<Integer, java.util.List<Integer>> lists = new java.util.HashMap<>();
        int[] sizes = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: serial | scan | not-known
            java.util.List<Integer> group = lists.computeIfAbsent(i * 7919 % 1009 % 50, key -> new java.util.ArrayList<>());
            group.add(i);
            sizes[i] = group.size();
        }
        System.out.println(sizes[1999]);
    }
}
