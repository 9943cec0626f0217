/** Sums that stop at a limit, in four ways to write it: the order decides which addends are lost. */
public class SaturatingSum {
    public static void main(String[] args) {
        int low = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial via low
            low = Math.max(0, low + i * 7919 % 101 - 50);
        }
        int capped = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial via capped
            capped += i * 7919 % 101 - 49;
            if (capped > 200) {
                capped = 200;
            }
        }
        int tested = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial via tested
            if (tested < 500) {
                tested += i * 7 % 31;
            }
        }
        int chosen = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial via chosen
            int next = chosen + i * 7919 % 101 - 49;
            chosen = next > 300 ? 300 : next;
        }
        System.out.println(low + " " + capped + " " + tested + " " + chosen);
    }
}
