package parallel;

import executed.Started;
import executed.Versions;
import java.util.Arrays;

// follows calls: WaitBeforeHalos.java:6 future
// follows sites: 22 start before 24
/** All blocks are relaxed before neighbours exchange the cells at their borders. */
public final class WaitBeforeHalos implements Versions {
    private final double[][] blocks = new double[12][130];

    static void relax(double[] cells) {
        double last = cells[0];
        for (int k = 1; k < cells.length - 1; k++) {
            double old = cells[k];
            cells[k] = (last + old + cells[k + 1]) / 3;
            last = old;
        }
    }

    private void fill() {
        for (double[] block : blocks) {
            for (int k = 0; k < block.length; k++) {
                block[k] = k % 7 * block.length;
            }
        }
    }

    private void exchange() {
        for (int b = 1; b < blocks.length; b++) {
            blocks[b][0] = blocks[b - 1][128];
            blocks[b - 1][129] = blocks[b][1];
        }
    }

    @Override
    public String serial() {
        fill();
        for (double[] block : blocks) {
            relax(block);
        }
        exchange();
        return Arrays.deepToString(blocks);
    }

    @Override
    public String parallel() throws Exception {
        Started started = new Started();
        fill();
        for (double[] block : blocks) {
            started.start(() -> relax(block));
        }
        started.waitForAll();
        exchange();
        return Arrays.deepToString(blocks);
    }
}
