/** All iterations search one sorted array. */
public class SearchedByAll {
    public static void main(String[] args) throws Exception {
        int[] sorted = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: independent | not-known
            sorted[i] = i * 3;
        }
        int[] found = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: independent | not-known
            found[i] = java.util.Arrays.binarySearch(sorted, i * 7 % 3000);
        }
        System.out.println(found[999]);
    }
}
