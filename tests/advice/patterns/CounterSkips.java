/** Some iterations advance the counter themselves, as a reader of escaped characters does. */
public class CounterSkips {
    public static void main(String[] args) {
        char[] text = "one,two;\\,three\\\\four".repeat(120).toCharArray();
        int commas = 0;
        for (int i = 0; i < text.length; i++) { // advice: serial | search | scan via i
            if (text[i] == '\\') {
                i++;
            } else if (text[i] == ',') {
                commas++;
            }
        }
        System.out.println(commas);
    }
}
