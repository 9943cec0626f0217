/** Each call relaxes a block of its own; then neighbours exchange the cells at their borders, which no call reads of another block. */
public class WaitBeforeHalos {
    static double[][] blocks = new double[12][130];

    static void relax(double[] cells) {
        double last = cells[0]; // advice of calls: future | independent
        for (int k = 1; k < cells.length - 1; k++) {
            double old = cells[k];
            cells[k] = (last + old + cells[k + 1]) / 3;
            last = old;
        }
    }

    public static void main(String[] args) {
        for (double[] block : blocks) {
            for (int k = 0; k < block.length; k++) {
                block[k] = k % 7 * block.length;
            }
        }
        double sum = 0;
        for (double[] block : blocks) {
            relax(block); // advice of sites: start before 24
        }
        for (int b = 1; b < blocks.length; b++) {
            blocks[b][0] = blocks[b - 1][128];
            blocks[b - 1][129] = blocks[b][1];
        }
        for (double[] block : blocks) {
            sum += block[0] + block[129];
        }
        System.out.println(sum);
    }
}
