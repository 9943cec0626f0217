/** The sum starts again whenever it passes a limit. */
public class SumWithReset {
    public static void main(String[] args) {
        int sum = 0;
        int resets = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via sum
            sum += i * 7 % 31;
            if (sum > 100) {
                sum = 0;
                resets++;
            }
        }
        System.out.println(resets + " " + sum);
    }
}
