import java.util.concurrent.SynchronousQueue;
/** Two threads hand a number to each other. */
public class PingPong {
    public static void main(String[] args) throws Exception {
        SynchronousQueue<Integer> there = new SynchronousQueue<>(), back = new SynchronousQueue<>();
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < 50; i++) back.put(work(there.take()));
            } catch (InterruptedException e) { return; }
        });
        other.start();
        int x = 1;
        for (int i = 0; i < 50; i++) { there.put(x); work(i); x = back.take(); }
        other.join();
        System.out.println(x);
    }
    static int work(int x) { for (int i = 0; i < 20; i++) x = x * 31 + i; return x & 127; }
}
