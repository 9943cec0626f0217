/** A method that only one thread can be in increments a counter: it is a sum all the same. */
public class SynchronizedCounter {
    private int count;

    synchronized void increment() {
        count++;
    }

    public static void main(String[] args) {
        SynchronizedCounter counter = new SynchronizedCounter();
        for (int i = 0; i < 3000; i++) { // advice: reduction via count
            if (i * 7919 % 1009 > 500) {
                counter.increment();
            }
        }
        System.out.println(counter.count);
    }
}
