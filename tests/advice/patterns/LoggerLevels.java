import java.util.logging.Level;
import java.util.logging.Logger;

/** The level of a logger carries a decision from iteration to iteration. */
public class LoggerLevels {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 60; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        Logger log = Logger.getLogger("levels");
        int[] results = new int[300];
        for (int i = 0; i < 300; i++) { // advice: not-known | serial
            results[i] = work(log.isLoggable(Level.FINE) ? i : -i);
            log.setLevel(results[i] % 3 == 0 ? Level.FINE : Level.OFF);
        }
        System.out.println(results[299]);
    }
}
