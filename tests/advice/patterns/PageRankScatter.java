/** Every edge adds to the node that it leads to: the elements are sums, the rounds follow each other. */
public class PageRankScatter {
    public static void main(String[] args) {
        int n = 100;
        double[] rank = new double[n];
        java.util.Arrays.fill(rank, 1.0 / n);
        for (int round = 0; round < 6; round++) { // advice: serial
            double[] next = new double[n];
            for (int edge = 0; edge < 5 * n; edge++) { // advice: reduction
                int from = edge / 5;
                int to = edge * 7919 % 1009 % n;
                next[to] += rank[from] / 5;
            }
            rank = next;
        }
        System.out.println(Math.round(rank[3] * 10000));
    }
}
