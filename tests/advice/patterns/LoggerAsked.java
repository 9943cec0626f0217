import java.util.logging.Level;
import java.util.logging.Logger;

/** A logger that is off is asked in each iteration. */
public class LoggerAsked {
    static final Logger LOG = Logger.getLogger("asked");

    static int work(int start) {
        int x = start;
        for (int k = 0; k < 60; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] results = new int[300];
        for (int i = 0; i < 300; i++) { // advice: independent
            if (LOG.isLoggable(Level.FINE)) {
                LOG.fine("at " + i);
            }
            results[i] = work(i);
        }
        for (int i = 0; i < 300; i++) { // advice: with-changes | reduction
            LOG.fine("at " + i);
            results[i] += work(i);
        }
        System.out.println(results[299]);
    }
}
