/** Two iterations of thousands meet in one element: that is enough to keep them in order. */
public class OneCollision {
    public static void main(String[] args) {
        int n = 3000;
        int[] cells = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping | serial
            int from = i == 2500 ? 1200 : i;
            cells[i] = cells[from] * 3 + i;
        }
        System.out.println(cells[2500]);
    }
}
