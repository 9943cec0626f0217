/** A value that is not a number takes the place of the greatest one, and any value takes its place: that is no maximum. */
public class GreatestOfNotANumber {
    public static void main(String[] args) {
        double greatest = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | not-known via greatest
            double value = i % 1000 == 500 ? Double.NaN : i * 7919 % 1009;
            greatest = greatest > value ? greatest : value;
        }
        System.out.println(greatest);
    }
}
