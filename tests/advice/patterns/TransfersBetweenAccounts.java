/** Money is only moved if there is enough: whether there is depends on all transfers before. */
public class TransfersBetweenAccounts {
    public static void main(String[] args) {
        long[] accounts = new long[20];
        java.util.Arrays.fill(accounts, 100);
        int refused = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial
            int from = i * 7919 % 1009 % 20;
            int to = i * 31 % 1009 % 20;
            int amount = i % 50;
            if (accounts[from] >= amount) {
                accounts[from] -= amount;
                accounts[to] += amount;
            } else {
                refused++;
            }
        }
        System.out.println(refused + accounts[3]);
    }
}
