/** A calendar is moved on by a month in each iteration and read. */
public class CalendarSteps {
    public static void main(String[] args) {
        java.util.Calendar calendar = new java.util.GregorianCalendar(2000, 0, 1);
        int[] weekdays = new int[1000];
        for (int i = 0; i < weekdays.length; i++) { // advice: serial | not-known | scan
            calendar.add(java.util.Calendar.MONTH, 1);
            int day = calendar.get(java.util.Calendar.DAY_OF_WEEK);
            weekdays[i] = day * day % 7;
        }
        System.out.println(weekdays[3] + weekdays[999]);
    }
}
