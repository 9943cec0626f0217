/** `synchronized` methods, static and not, that call each other and throw. */
public class SynchronizedMethods {
    private int balance;
    private static int operations;

    static synchronized void count() {
        operations++;
    }

    synchronized void deposit(int amount) {
        count();
        balance += amount;
    }

    synchronized int withdraw(int amount) {
        count();
        if (amount > balance) {
            throw new IllegalStateException("short by " + (amount - balance));
        }
        deposit(-amount);
        return balance;
    }

    public static void main(String[] args) {
        SynchronizedMethods account = new SynchronizedMethods();
        for (int i = 1; i <= 6; i++) {
            account.deposit(i * 10);
            try {
                System.out.println(account.withdraw(i * i * 4));
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(operations);
    }
}
