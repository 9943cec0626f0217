/** The name of the thread carries a value. */
public class ThreadNameChain {
    public static void main(String[] args) throws Exception {
        Thread.currentThread().setName("1");
        for (int i = 0; i < 500; i++) { // advice: serial | not-known
            int last = Integer.parseInt(Thread.currentThread().getName());
            Thread.currentThread().setName("" + (last * last + i) % 10007);
        }
        System.out.println(Thread.currentThread().getName());
    }
}
