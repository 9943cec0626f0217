/** A sum is guarded by a monitor, which keeps no order between the iterations. */
public class SynchronizedSum {
    static long sum;

    public static void main(String[] args) {
        Object lock = new Object();
        for (int i = 0; i < 2000; i++) { // advice: reduction via sum
            int value = i * 7919 % 1009;
            synchronized (lock) {
                sum += value;
            }
        }
        System.out.println(sum);
    }
}
