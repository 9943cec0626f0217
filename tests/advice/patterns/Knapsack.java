/** Each thing may be packed once: weights from above read only what this round has not written yet. */
public class Knapsack {
    public static void main(String[] args) {
        int[] best = new int[301];
        for (int item = 1; item <= 12; item++) { // advice: serial | overlapping
            int weight = item * 7 % 31 + 1;
            for (int w = 300; w >= weight; w--) { // advice: private-copies | with-changes
                best[w] = Math.max(best[w], best[w - weight] + item * 11 % 29);
            }
        }
        System.out.println(best[300]);
    }
}
