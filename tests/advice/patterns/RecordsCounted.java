/** How often the maximum was replaced depends on the order of the values. */
public class RecordsCounted {
    public static void main(String[] args) {
        int top = -1;
        int records = 0;
        for (int i = 0; i < 3000; i++) { // advice: scan | serial via top
            int value = i * 7919 % 10007;
            if (value > top) {
                top = value;
                records++;
            }
        }
        System.out.println(top + " " + records);
    }
}
