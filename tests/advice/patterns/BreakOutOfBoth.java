/** The first match ends both loops. */
public class BreakOutOfBoth {
    public static void main(String[] args) {
        int found = -1;
        rows:
        for (int i = 0; i < 500; i++) { // advice: search
            for (int j = 0; j < 50; j++) { // advice: search
                if (i * 7919 % 1009 * j == 4242) {
                    found = i * 50 + j;
                    break rows;
                }
            }
        }
        System.out.println(found);
    }
}
