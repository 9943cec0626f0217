/** Several iterations put the same key, and the last one must win. */
public class MapLastWins {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> last = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: with-changes | reduction
            last.put(i * 7919 % 1009 % 50, i);
        }
        System.out.println(last.get(7) + last.size());
    }
}
