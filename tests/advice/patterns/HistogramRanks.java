/** The old count of an element is stored: the rank of each value among its equals. */
public class HistogramRanks {
    public static void main(String[] args) {
        int n = 4000;
        int[] counts = new int[16];
        int[] rank = new int[n];
        for (int i = 0; i < n; i++) { // advice: scan | serial
            int key = i * 7919 % 1009 & 15;
            rank[i] = counts[key]++;
        }
        System.out.println(rank[n - 1] + " " + counts[7]);
    }
}
