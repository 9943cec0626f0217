/** A value that is not a number is never greater: it changes nothing. */
public class GreatestIfGreater {
    public static void main(String[] args) {
        double greatest = 0;
        double least = 1e9;
        for (int i = 0; i < 3000; i++) { // advice: reduction via greatest
            double value = i % 1000 == 500 ? Double.NaN : i * 7919 % 1009;
            if (value > greatest) {
                greatest = value;
            }
            if (least > value) {
                least = value;
            }
        }
        System.out.println(greatest + least);
    }
}
