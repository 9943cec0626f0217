/** `x = value - x` is not associative: the sign of each value depends on how many follow. */
public class SubtractedFrom {
    public static void main(String[] args) {
        int swing = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via swing
            swing = i * 7 % 31 - swing;
        }
        System.out.println(swing);
    }
}
