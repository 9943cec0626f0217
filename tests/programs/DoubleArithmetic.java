/** `double` arithmetic and comparisons, with NaN and infinities, and a loop on a `double`. */
public class DoubleArithmetic {
    static double newton(double x) {
        double guess = x;
        while (Math.abs(guess * guess - x) > 1e-9) {
            guess = (guess + x / guess) / 2;
        }
        return guess;
    }

    static String compare(double a, double b) {
        return (a < b) + " " + (a <= b) + " " + (a == b) + " " + (a != b) + " " + (a >= b) + " " + (a > b);
    }

    public static void main(String[] args) {
        double sum = 0;
        for (double x = 0; x < 2; x += 0.25) {
            sum += x * x - 1 / (x + 1);
        }
        System.out.println(sum);
        System.out.println(newton(2) + " " + Math.sqrt(2) + " " + Math.floor(-1.5) + " " + Math.ceil(-1.5));
        double nan = 0.0 / 0;
        System.out.println(compare(1, 2) + "; " + compare(nan, nan) + "; " + compare(-0.0, 0.0));
        System.out.println(1 / 0.0 + " " + -1 / 0.0 + " " + 5.5 % 2 + " " + -5.5 % 2 + " " + -nan);
        System.out.println((int) nan + " " + (int) 1e20 + " " + (long) -1e30 + " " + (int) -3.99 + " " + (float) 1e300);
        System.out.println(Double.doubleToLongBits(1.5) + " " + Double.longBitsToDouble(4611686018427387904L));
        System.out.println(Math.max(1.5, -2) + " " + Math.min(-0.0, 0.0));
    }
}
