/** A map is only read: nothing keeps the iterations apart. */
public class MapRead {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> weights = new java.util.HashMap<>();
        for (int i = 0; i < 500; i++) { // advice: reduction | with-changes
            weights.put(i, i * 7919 % 1009);
        }
        int[] output = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: independent
            output[i] = weights.getOrDefault(i * 31 % 700, 1) * 3;
        }
        System.out.println(output[1] + output[1999]);
    }
}
