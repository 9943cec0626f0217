/** All work of an iteration is under one lock: without changes, tasks only wait for each other. A lock of each object's own is no matter. */
public class WorkUnderOneLock {
    static final Object lock = new Object();

    private int state;

    static int work(int i) {
        int sum = i;
        for (int k = 0; k < 100; k++) {
            sum = (sum * 31 + k) % 10007;
        }
        return sum;
    }

    static synchronized void put(int[] results, int i) {
        results[i] = work(i);
    }

    synchronized void set(int i) {
        state = work(i);
    }

    public static void main(String[] args) {
        int[] blocks = new int[1000];
        for (int i = 0; i < blocks.length; i++) { // advice: with-changes via lock
            synchronized (lock) {
                blocks[i] = work(i);
            }
        }
        int[] methods = new int[1000];
        for (int i = 0; i < methods.length; i++) { // advice: with-changes via WorkUnderOneLock
            put(methods, i);
        }
        int[] own = new int[1000];
        for (int i = 0; i < own.length; i++) { // advice: independent
            WorkUnderOneLock object = new WorkUnderOneLock();
            object.set(i);
            own[i] = object.state;
        }
        System.out.println(blocks[7] + methods[8] + own[9]);
    }
}
