/** Each iteration hashes a row that was written before. */
public class RowsHashed {
    public static void main(String[] args) throws Exception {
        int[][] rows = new int[300][20];
        for (int i = 0; i < 300; i++) { // advice: independent | not-known
            for (int j = 0; j < 20; j++) {
                rows[i][j] = (i + j) * 7919 % 1009;
            }
        }
        int[] hashes = new int[300];
        for (int i = 0; i < 300; i++) { // advice: independent | not-known
            hashes[i] = java.util.Arrays.hashCode(rows[i]);
        }
        System.out.println(hashes[299]);
    }
}
