/** A property of the system carries a value from iteration to iteration. */
public class SystemProperty {
    public static void main(String[] args) {
        System.setProperty("last", "1");
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            int last = Integer.parseInt(System.getProperty("last"));
            System.setProperty("last", Integer.toString((last * last + i) % 10007));
        }
        System.out.println(System.getProperty("last"));
    }
}
