/** The greatest value and its index: pairs can be compared in any order. */
public class ArgMax {
    public static void main(String[] args) {
        int best = -1;
        int at = -1;
        for (int i = 0; i < 3000; i++) { // advice: reduction via at, remedy keep-together
            int value = i * 7919 % 1009;
            if (value > best) {
                best = value;
                at = i;
            }
        }
        System.out.println(best + " at " + at);
    }
}
