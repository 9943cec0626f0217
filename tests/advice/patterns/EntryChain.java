/** The value of an entry is set, and read from the map by the next iteration. */
public class EntryChain {
    public static void main(String[] args) throws Exception {
        java.util.Map<Integer, Integer> map = new java.util.TreeMap<>();
        for (int i = 0; i < 1500; i++) {
            map.put(i, i);
        }
        for (java.util.Map.Entry<Integer, Integer> entry : map.entrySet()) { // advice: serial | not-known
            int key = entry.getKey();
            int last = key == 0 ? 1 : map.get(key - 1);
            entry.setValue((last * last + key) % 10007);
        }
        System.out.println(map.get(1499));
    }
}
