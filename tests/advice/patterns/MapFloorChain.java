/** Which entry is the nearest below depends on what has been put before. */
public class MapFloorChain {
    public static void main(String[] args) {
        java.util.TreeMap<Integer, Integer> depths = new java.util.TreeMap<>();
        depths.put(-1, 0);
        for (int i = 0; i < 1500; i++) { // advice: serial | not-known
            int key = i * 7919 % 10007;
            depths.put(key, depths.floorEntry(key).getValue() + 1);
        }
        System.out.println(depths.lastEntry().getValue());
    }
}
