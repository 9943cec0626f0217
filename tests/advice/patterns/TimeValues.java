import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Month;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;

/** Dates, times and other values of the library never change: whoever has one shares nothing. */
public class TimeValues {
    public static void main(String[] args) {
        Map<Month, Integer> months = new EnumMap<>(Month.class);
        for (int i = 0; i < 300; i++) { // advice: reduction
            LocalDate date = LocalDate.parse(String.format("2024-%02d-%02d", 1 + i % 12, 1 + i % 28));
            months.merge(date.getMonth(), 1, Integer::sum);
        }
        LocalDate first = LocalDate.of(2024, 1, 1);
        long[] found = new long[300];
        for (int i = 0; i < 300; i++) { // advice: independent
            LocalDate date = first.plusDays(i);
            found[i] = date.getDayOfWeek() == DayOfWeek.MONDAY ? date.toEpochDay() : Duration.ofHours(i).getSeconds();
        }
        for (int i = 0; i < 300; i++) { // advice: independent
            Instant instant = Instant.ofEpochSecond(found[i]);
            LocalTime time = LocalTime.ofSecondOfDay(instant.getEpochSecond() % 86400);
            found[i] += time.getHour() + new UUID(i, i * 7L).toString().hashCode();
        }
        System.out.println(months.size() + found[299]);
    }
}
