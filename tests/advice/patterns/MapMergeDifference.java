/** The function by which values are merged is not associative. */
public class MapMergeDifference {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            counts.merge(i * 7919 % 1009 % 50, i, (a, b) -> a - b);
        }
        System.out.println(counts.get(7));
    }
}
