/** The position of the greatest value so far is used by every iteration. */
public class ArgMaxUsed {
    public static void main(String[] args) {
        int best = -1;
        int at = 0;
        long apart = 0;
        for (int i = 0; i < 3000; i++) { // advice: scan | serial via at
            int value = i * 7919 % 10007;
            if (value > best) {
                best = value;
                at = i;
            }
            apart += i - at;
        }
        System.out.println(best + " " + apart);
    }
}
