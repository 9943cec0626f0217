/** A map keeps results for later iterations. */
public class MemoMap {
    static final java.util.Map<Integer, Integer> KNOWN = new java.util.HashMap<>();

    static int cost(int k) {
        Integer known = KNOWN.get(k);
        if (known == null) {
            known = (k * k + 17) % 1009;
            KNOWN.put(k, known);
        }
        return known;
    }

    public static void main(String[] args) {
        int[] costs = new int[1500];
        for (int i = 0; i < costs.length; i++) { // advice: reduction via Map, remedy remembered-once
            costs[i] = cost(i * 7919 % 1009 % 50);
        }
        System.out.println(costs[1499]);
    }
}
