import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;
/** Values that threads hand on by everything that orders threads: nothing races. */
public class RaceFree {
    static final class Box { long value; }
    static class Lazy { static final int[] table = new int[100]; static { for (int i = 0; i < 100; i++) table[i] = i * i; } }
    public static void main(String[] a) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        // latch, barrier, semaphore, lock, condition, rwlock, exchanger, phaser, future, completable future, fork-join, parallel stream
        Box[] boxes = new Box[8]; for (int i = 0; i < 8; i++) boxes[i] = new Box();
        CountDownLatch latch = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) { int k = i; pool.execute(() -> { for (int j = 0; j < 50; j++) boxes[k].value += j + Lazy.table[j]; latch.countDown(); }); }
        latch.await(); long sum = 0; for (Box b : boxes) sum += b.value;
        CyclicBarrier barrier = new CyclicBarrier(3); long[] line = new long[3];
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) { int k = i; ts[i] = new Thread(() -> { try { for (int r = 0; r < 20; r++) { line[k] += r; barrier.await(); long s = line[0] + line[1] + line[2]; barrier.await(); line[k] = s % 1000; barrier.await(); } } catch (Exception e) { throw new RuntimeException(e); } }); ts[i].start(); }
        for (Thread t : ts) t.join(); sum += line[0];
        ReentrantLock lock = new ReentrantLock(); Condition changed = lock.newCondition(); long[] turn = {0, 0};
        for (int i = 0; i < 3; i++) { int k = i; ts[i] = new Thread(() -> { for (int r = 0; r < 20; r++) { lock.lock(); try { while (turn[0] % 3 != k) changed.await(); turn[0]++; turn[1] = turn[1] * 31 + k; changed.signalAll(); } catch (InterruptedException e) { } finally { lock.unlock(); } } }); ts[i].start(); }
        for (Thread t : ts) t.join(); sum += turn[1];
        ReadWriteLock rw = new ReentrantReadWriteLock(); Map<Integer, Integer> map = new HashMap<>(); Box total = new Box();
        List<Future<Long>> fs = new ArrayList<>();
        for (int i = 0; i < 16; i++) { int k = i; fs.add(pool.submit(() -> { rw.writeLock().lock(); try { map.merge(k % 4, 1, Integer::sum); total.value += k; } finally { rw.writeLock().unlock(); } rw.readLock().lock(); try { return total.value > 0 ? 1L : 0L; } finally { rw.readLock().unlock(); } })); }
        for (Future<Long> f : fs) sum += f.get() * 0; sum += map.size() + total.value;
        Semaphore sem = new Semaphore(1);
        fs.clear(); for (int i = 0; i < 8; i++) fs.add(pool.submit(() -> { sem.acquire(); try { total.value++; return 0L; } finally { sem.release(); } }));
        for (Future<Long> f : fs) f.get(); sum += total.value;
        Box b1 = new Box();
        sum += CompletableFuture.supplyAsync(() -> { b1.value = 5; return b1; }).thenApplyAsync(b -> { b.value *= 3; return b; }).thenCombine(CompletableFuture.supplyAsync(() -> 4L), (b, x) -> b.value + x).get();
        long[] data = new long[5000]; Arrays.setAll(data, i -> i); Arrays.parallelSetAll(data, i -> i * 2L); Arrays.parallelPrefix(data, Long::sum);
        sum += LongStream.of(data).parallel().map(x -> x % 7).sum();
        sum += IntStream.range(0, 2000).parallel().mapToObj(i -> new int[] {i}).mapToInt(x -> x[0] % 3).sum();
        class Sum extends RecursiveTask<Long> { final int lo, hi; Sum(int lo, int hi) { this.lo = lo; this.hi = hi; } protected Long compute() { if (hi - lo < 100) { long s = 0; for (int i = lo; i < hi; i++) s += data[i] & 7; return s; } Sum l = new Sum(lo, (lo + hi) / 2), r = new Sum((lo + hi) / 2, hi); l.fork(); return r.compute() + l.join(); } }
        sum += new ForkJoinPool(3).invoke(new Sum(0, 5000));
        Exchanger<Box> ex = new Exchanger<>(); Box mine = new Box(); mine.value = 1;
        Thread t = new Thread(() -> { try { Box o = new Box(); o.value = 2; Box got = ex.exchange(o); got.value += 10; } catch (InterruptedException e) { } }); t.start();
        Box other = ex.exchange(mine); sum += other.value; t.join(); sum += mine.value;
        SynchronousQueue<Box> sq = new SynchronousQueue<>(); t = new Thread(() -> { try { Box x = sq.take(); x.value *= 2; } catch (InterruptedException e) { } }); t.start(); mine.value = 6; sq.put(mine); t.join(); sum += mine.value;
        AtomicInteger ready = new AtomicInteger(); Box late = new Box(); t = new Thread(() -> { late.value = 9; ready.lazySet(1); }); t.start(); while (ready.get() == 0) Thread.yield(); sum += late.value; t.join();
        Phaser ph = new Phaser(2); Box pb = new Box(); t = new Thread(() -> { pb.value = 3; ph.arriveAndDeregister(); }); t.start(); ph.arriveAndAwaitAdvance(); sum += pb.value; t.join();
        ScheduledExecutorService sch = Executors.newScheduledThreadPool(1); Box sb = new Box(); sb.value = 1; sum += sch.schedule(() -> { sb.value++; return sb.value; }, 1, TimeUnit.MILLISECONDS).get(); sch.shutdown();
        Vector<Box> vec = new Vector<>(); t = new Thread(() -> { Box v = new Box(); v.value = 4; vec.add(v); }); t.start(); while (vec.isEmpty()) Thread.yield(); sum += vec.get(0).value; t.join();
        Thread interrupted = new Thread(() -> { try { Thread.sleep(100000); } catch (InterruptedException e) { } }); interrupted.start(); interrupted.interrupt(); interrupted.join();
        java.util.Timer timer = new java.util.Timer(true); Box tb = new Box(); CountDownLatch tl = new CountDownLatch(1); timer.schedule(new TimerTask() { public void run() { tb.value = 8; tl.countDown(); } }, 1); tl.await(); sum += tb.value; timer.cancel();
        pool.shutdown(); System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS) + " " + sum);
    }
}
