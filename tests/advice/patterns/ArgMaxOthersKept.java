/** Beside the greatest value, the last one that was not greater is kept: it depends on the order. */
public class ArgMaxOthersKept {
    public static void main(String[] args) {
        int best = -1;
        int other = -1;
        for (int i = 0; i < 3000; i++) { // advice: scan | serial via best
            int value = i * 7919 % 10007;
            if (value > best) {
                best = value;
            } else {
                other = i;
            }
        }
        System.out.println(best + " " + other);
    }
}
