import java.util.DoubleSummaryStatistics;
import java.util.LongSummaryStatistics;

/** Statistics are gathered: each task can have its own. */
public class StatisticsSummed {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        LongSummaryStatistics all = new LongSummaryStatistics();
        for (int i = 0; i < 300; i++) { // advice: reduction
            all.accept(work(i));
        }
        DoubleSummaryStatistics fractions = new DoubleSummaryStatistics();
        for (int i = 0; i < 300; i++) { // advice: reduction
            fractions.accept(work(i) / 7.0);
        }
        System.out.println(all.getMax() + fractions.getMin());
    }
}
