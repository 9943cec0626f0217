import java.time.LocalDate;

/** Each date follows from the one before, also where it is kept in a list. */
public class TimeChain {
    public static void main(String[] args) {
        LocalDate date = LocalDate.of(2024, 1, 1);
        long sum = 0;
        for (int i = 0; i < 500; i++) { // advice: serial
            date = date.plusDays(1 + date.getDayOfMonth() % 3);
            sum += date.toEpochDay() % 7;
        }
        java.util.List<LocalDate> dates = new java.util.ArrayList<>();
        dates.add(date);
        for (int i = 0; i < 500; i++) { // advice: not-known | serial
            LocalDate last = dates.get(dates.size() - 1);
            dates.add(last.plusDays(1 + last.getDayOfMonth() % 3));
        }
        System.out.println(sum + dates.size());
    }
}
