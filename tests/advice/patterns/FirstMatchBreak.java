/** The loop ends at the first match. */
public class FirstMatchBreak {
    public static void main(String[] args) {
        int found = -1;
        for (int i = 0; i < 100_000; i++) { // advice: search
            int value = (int) (i * 7919L % 10007);
            if (value == 4242) {
                found = i;
                break;
            }
        }
        System.out.println(found);
    }
}
