import java.util.IntSummaryStatistics;

/** What statistics say by now decides what is added to them. */
public class StatisticsAsked {
    public static void main(String[] args) {
        IntSummaryStatistics all = new IntSummaryStatistics();
        for (int i = 0; i < 300; i++) { // advice: not-known | serial
            all.accept((int) (all.getSum() * 31 % 10007) + i);
        }
        System.out.println(all.getMax());
    }
}
