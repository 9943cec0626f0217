/** A shared array is cleared by the library at the start of each iteration. */
public class FilledPrivately {
    public static void main(String[] args) {
        int[] counts = new int[8];
        int[] results = new int[200];
        for (int i = 0; i < results.length; i++) { // advice: private-copies
            java.util.Arrays.fill(counts, 0);
            for (int j = 0; j < 12; j++) { // advice: reduction
                counts[(i + j) * 7919 % 1009 & 7]++;
            }
            results[i] = counts[3] * 10 + counts[i & 7];
        }
        System.out.println(results[199]);
    }
}
