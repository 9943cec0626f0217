/** Words are counted in a map: counts can be added in any order. */
public class MapMerge {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: reduction via Map
            counts.merge(i * 7919 % 1009 % 50, 1, Integer::sum);
        }
        System.out.println(counts.get(7));
    }
}
