/** A sum of floating point numbers: partial sums differ only in rounding. */
public class DoubleSum {
    public static void main(String[] args) {
        double total = 0;
        for (int i = 1; i <= 3000; i++) { // advice: reduction via total
            total += 1.0 / i;
        }
        float small = 0;
        for (int i = 1; i <= 3000; i++) { // advice: reduction via small
            small -= i % 8 * 0.25f;
        }
        System.out.println(Math.round(total * 1000) + " " + small);
    }
}
