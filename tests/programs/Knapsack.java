/** Dynamic programming: a table where each row needs the row before. */
public class Knapsack {
    public static void main(String[] args) {
        int[] weight = {3, 4, 5, 9, 14, 2, 7};
        int[] value = {3, 4, 4, 10, 15, 1, 8};
        int limit = 30;
        int[][] best = new int[weight.length + 1][limit + 1];
        for (int i = 1; i <= weight.length; i++) {
            for (int w = 0; w <= limit; w++) {
                best[i][w] = best[i - 1][w];
                if (w >= weight[i - 1]) {
                    best[i][w] = Math.max(best[i][w], best[i - 1][w - weight[i - 1]] + value[i - 1]);
                }
            }
        }
        String chosen = "";
        for (int i = weight.length, w = limit; i > 0; i--) {
            if (best[i][w] != best[i - 1][w]) {
                chosen = i + " " + chosen;
                w -= weight[i - 1];
            }
        }
        System.out.println(best[weight.length][limit] + ": " + chosen);
    }
}
