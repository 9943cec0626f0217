/** A block under a lock, which javac guards by a handler: the counter in it is moved in each iteration. */
public class LockedCounterInTry {
    public static void main(String[] args) {
        int[] results = new int[2000];
        Object lock = new Object();
        int at = 0;
        for (int i = 0; i < 2000; i++) { // advice: independent | with-changes
            synchronized (lock) {
                results[at] = i * 31 % 1009;
                at++;
            }
        }
        System.out.println(results[5] + at);
    }
}
