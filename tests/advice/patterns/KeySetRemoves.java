/** Keys are removed through a view, and their number decides what follows. */
public class KeySetRemoves {
    public static void main(String[] args) throws Exception {
        java.util.Map<Integer, Integer> map = new java.util.HashMap<>();
        for (int i = 0; i < 1500; i++) {
            map.put(i, i);
        }
        java.util.Set<Integer> keys = map.keySet();
        int[] sizes = new int[1500];
        for (int i = 0; i < 1500; i++) { // advice: serial | not-known
            if (map.size() % 3 != 1) {
                keys.remove(i);
            } else {
                keys.remove(1499 - i);
            }
            sizes[i] = map.size();
        }
        System.out.println(sizes[1499]);
    }
}
