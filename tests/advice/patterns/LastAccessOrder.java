/** A map that is only read, but keeps its entries in the order of the last reading: each reading is a change. */
public class LastAccessOrder {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> recent = new java.util.LinkedHashMap<>(64, 0.75f, true);
        for (int i = 0; i < 50; i++) {
            recent.put(i, i * i);
        }
        int[] output = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: with-changes | serial | not-known
            output[i] = recent.get(i * 7919 % 1009 % 50) * 3;
        }
        System.out.println(output[1999] + " " + recent.keySet().iterator().next());
    }
}
