/** Each thing may be packed again: weights from below build on what this round has written. */
public class KnapsackUnbounded {
    public static void main(String[] args) {
        int[] best = new int[301];
        for (int item = 1; item <= 12; item++) { // advice: serial | overlapping
            int weight = item % 3 + 1;
            for (int w = weight; w <= 300; w++) { // advice: serial | overlapping
                best[w] = Math.max(best[w], best[w - weight] + item * 11 % 29);
            }
        }
        System.out.println(best[300]);
    }
}
