/** Money is moved whatever is there: only sums, whose order does not matter. */
public class TransfersWithoutTest {
    public static void main(String[] args) {
        long[] accounts = new long[20];
        for (int i = 0; i < 3000; i++) { // advice: reduction via accounts
            int from = i * 7919 % 1009 % 20;
            int to = i * 31 % 1009 % 20;
            int amount = i % 50;
            accounts[from] -= amount;
            accounts[to] += amount;
        }
        System.out.println(accounts[3] + accounts[7]);
    }
}
