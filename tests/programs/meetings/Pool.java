import java.util.*;
import java.util.concurrent.*;
/** A pool of four threads runs 64 tasks. */
public class Pool {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> all = new ArrayList<>();
        for (int t = 0; t < 64; t++) { final int own = t; all.add(pool.submit(() -> work(own))); }
        int sum = 0;
        for (Future<Integer> f : all) sum += f.get();
        pool.shutdown();
        System.out.println(sum);
    }
    static int work(int x) { for (int i = 0; i < 200; i++) x = x * 31 + i; return x & 127; }
}
