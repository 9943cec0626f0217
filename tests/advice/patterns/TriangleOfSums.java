/** The inner loop runs as often as the outer counter says; rows are independent. */
public class TriangleOfSums {
    public static void main(String[] args) {
        int n = 80;
        long[] rows = new long[n];
        for (int i = 0; i < n; i++) { // advice: independent
            for (int j = 0; j <= i; j++) { // advice: reduction
                rows[i] += i * j % 31;
            }
        }
        System.out.println(rows[0] + rows[n - 1]);
    }
}
