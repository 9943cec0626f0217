/** An atomic variable is only increased: the order does not matter. */
public class AtomicSum {
    public static void main(String[] args) {
        java.util.concurrent.atomic.AtomicInteger sum = new java.util.concurrent.atomic.AtomicInteger();
        for (int i = 0; i < 3000; i++) { // advice: reduction | with-changes | independent
            sum.addAndGet(i * 7 % 31);
        }
        System.out.println(sum.get());
    }
}
