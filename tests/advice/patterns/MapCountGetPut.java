/** Counts in a map, read and put back: a sum per key, written in two calls. */
public class MapCountGetPut {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: reduction via Map
            int key = i * 7919 % 1009 % 50;
            counts.put(key, counts.getOrDefault(key, 0) + 1);
        }
        System.out.println(counts.get(7));
    }
}
