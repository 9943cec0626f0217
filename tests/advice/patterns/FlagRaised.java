/** A flag that iterations only raise, all to the same value, and that is used after the loop. */
public class FlagRaised {
    public static void main(String[] args) {
        boolean raised = false;
        for (int i = 0; i < 3000; i++) { // advice: reduction | with-changes
            if (i * 7919 % 1009 == 5) {
                raised = true;
            }
        }
        System.out.println(raised);
    }
}
