/** The last iteration that sets the variable wins, and which one that is depends on the data. */
public class LastValueConditional {
    public static void main(String[] args) {
        int last = -1;
        for (int i = 0; i < 3000; i++) { // advice: with-changes via last, remedy keep-last
            int value = i * 7919 % 1009;
            if (value > 900) {
                last = value;
            }
        }
        System.out.println(last);
    }
}
