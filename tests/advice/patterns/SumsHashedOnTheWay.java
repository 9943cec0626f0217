/** Sums in an array are added up by the library in each iteration: the values on the way matter. */
public class SumsHashedOnTheWay {
    public static void main(String[] args) {
        int[] counts = new int[10];
        int[] totals = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: serial | scan | not-known
            counts[i * 7919 % 1009 % 10] += i % 3;
            totals[i] = java.util.Arrays.hashCode(counts);
        }
        System.out.println(totals[333] + counts[5]);
    }
}
