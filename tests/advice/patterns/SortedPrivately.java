/** A shared array is filled by the library, sorted and read within each iteration. */
public class SortedPrivately {
    public static void main(String[] args) {
        int[] work = new int[12];
        int[] medians = new int[200];
        for (int i = 0; i < medians.length; i++) { // advice: private-copies
            for (int j = 0; j < work.length; j++) { // advice: independent
                work[j] = (i + j) * 7919 % 1009;
            }
            java.util.Arrays.sort(work);
            medians[i] = work[6];
        }
        System.out.println(medians[199]);
    }
}
