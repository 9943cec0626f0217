/** Keys are counted, summed up to starts, and scattered to places that move on with each key. */
public class CountingSort {
    public static void main(String[] args) {
        int n = 3000;
        int[] start = new int[1025];
        for (int i = 0; i < n; i++) { // advice: reduction
            start[(i * 7919 % 10007 & 1023) + 1]++;
        }
        for (int k = 1; k <= 1024; k++) { // advice: scan | serial
            start[k] += start[k - 1];
        }
        int[] sorted = new int[n];
        for (int i = 0; i < n; i++) { // advice: scan | serial
            int key = i * 7919 % 10007 & 1023;
            sorted[start[key]++] = key;
        }
        System.out.println(sorted[0] + " " + sorted[n - 1]);
    }
}
