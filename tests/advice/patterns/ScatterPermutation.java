/** No two iterations write the same element, although the index is computed. */
public class ScatterPermutation {
    public static void main(String[] args) {
        int n = 2048;
        int[] slot = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            slot[i * 1021 & n - 1] = i;
        }
        System.out.println(slot[1] + " " + slot[17]);
    }
}
