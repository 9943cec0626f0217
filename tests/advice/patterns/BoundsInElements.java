/** The loops end where an element says, which no iteration writes: the number of iterations is known before. */
public class BoundsInElements {
    public static void main(String[] args) {
        int[] starts = new int[65];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = i * 40;
        }
        int[][] rows = new int[64][500];
        double[] sums = new double[64];
        for (int i = 0; i < 64; i++) { // advice: independent
            for (int k = starts[i]; k < starts[i + 1]; k++) { // advice: reduction
                sums[i] += Math.sqrt(k);
            }
            for (int k = 0; k < rows[i].length; k++) { // advice: independent
                rows[i][k] = i * k;
            }
        }
        System.out.println(sums[9] + rows[3][4]);
    }
}
