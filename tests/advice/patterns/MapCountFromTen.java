/** Counts begin with ten: a count of a part of the iterations does, too. */
public class MapCountFromTen {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            int key = i * 7919 % 1009 % 50;
            counts.put(key, counts.getOrDefault(key, 10) + 1);
        }
        System.out.println(counts.get(7));
    }
}
