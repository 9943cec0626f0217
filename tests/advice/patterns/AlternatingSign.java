/** The sign changes in each iteration and is used there. */
public class AlternatingSign {
    public static void main(String[] args) {
        double sum = 0;
        double sign = 1;
        for (int i = 0; i < 3000; i++) { // advice: scan | serial | overlapping
            sum += sign / (2 * i + 1);
            sign = -sign;
        }
        System.out.println(4 * sum);
    }
}
