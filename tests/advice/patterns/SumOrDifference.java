/** A value is added or taken away: both are sums. */
public class SumOrDifference {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction via sum
            int value = i * 7 % 31;
            sum += value % 2 == 0 ? value : -value;
        }
        int balance = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction via balance
            if (i % 3 == 0) {
                balance += i;
            } else {
                balance -= 2;
            }
        }
        System.out.println(sum + balance);
    }
}
