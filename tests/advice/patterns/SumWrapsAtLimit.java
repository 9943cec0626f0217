/** A limit is taken off the sum whenever it is passed. */
public class SumWrapsAtLimit {
    public static void main(String[] args) {
        int sum = 0;
        int wraps = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan | not-known via sum
            sum += i * 7919 % 1009;
            if (sum >= 5000) {
                sum -= 5000;
                wraps++;
            }
        }
        System.out.println(sum + " " + wraps);
    }
}
