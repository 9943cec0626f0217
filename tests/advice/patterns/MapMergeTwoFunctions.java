/** Values are added to, and replaced by greater ones: the order of both matters. */
public class MapMergeTwoFunctions {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            int key = i * 7919 % 1009 % 50;
            counts.merge(key, 1, Integer::sum);
            counts.merge(i % 50, i % 20, Integer::max);
        }
        System.out.println(counts.get(7));
    }
}
