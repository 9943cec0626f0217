/** Each iteration sorts and hashes an array of its own. */
public class SortedOwn {
    public static void main(String[] args) throws Exception {
        int[] medians = new int[300];
        for (int i = 0; i < 300; i++) { // advice: independent | not-known
            int[] work = new int[12];
            for (int j = 0; j < 12; j++) {
                work[j] = (i + j) * 7919 % 1009;
            }
            java.util.Arrays.sort(work);
            medians[i] = work[6] + java.util.Arrays.hashCode(work);
        }
        System.out.println(medians[299]);
    }
}
