/** Results are kept for later iterations: they find them, or could compute them again. */
public class MemoArray {
    static final int[] KNOWN = new int[50];

    static int cost(int k) {
        if (KNOWN[k] == 0) {
            int cost = k + 1;
            for (int j = 0; j < 30; j++) { // advice: serial via cost
                cost = cost * cost % 1009 + 1;
            }
            KNOWN[k] = cost;
        }
        return KNOWN[k];
    }

    public static void main(String[] args) {
        int[] costs = new int[1500];
        for (int i = 0; i < costs.length; i++) { // advice: with-changes | serial | overlapping
            costs[i] = cost(i * 7919 % 1009 % 50);
        }
        System.out.println(costs[1499]);
    }
}
