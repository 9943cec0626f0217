import java.text.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.logging.*;
import java.util.stream.*;
/** What threads share is for several threads, or something orders them: nothing races. */
public class GuardedObjects {
    static final Object LOCK = new Object();
    static volatile List<Integer> published;
    static int field;
    static final ThreadLocal<StringBuilder> LOCAL = ThreadLocal.withInitial(StringBuilder::new);
    static final Map<String, Integer> TABLE = new HashMap<>();
    static { for (int i = 0; i < 10; i++) TABLE.put("k" + i, i); }
    static final class Frozen { final List<Integer> list = new ArrayList<>(); Frozen() { list.add(1); list.add(2); } }
    interface Work { void run() throws Exception; }
    static void twice(Work work) throws Exception { threads(work, work); }
    static void threads(Work first, Work second) throws Exception {
        Thread a = thread(first), b = thread(second);
        a.start(); b.start(); a.join(); b.join();
    }
    static Thread thread(Work work) {
        return new Thread(() -> { try { work.run(); } catch (Exception e) { throw new IllegalStateException(e); } });
    }
    public static void main(String[] a) throws Exception {
        guarded(); confined(); handedOver(); forSeveral(); readOnly(); pools();
        System.out.println("done " + field);
    }
    static void guarded() throws Exception {
        List<Integer> list = new ArrayList<>();
        twice(() -> { for (int i = 0; i < 20; i++) synchronized (LOCK) { list.add(i); } });
        Map<Integer, Integer> map = new HashMap<>(); Lock lock = new ReentrantLock();
        twice(() -> { for (int i = 0; i < 20; i++) { lock.lock(); try { map.merge(i & 7, 1, Integer::sum); } finally { lock.unlock(); } } });
        ReadWriteLock rw = new ReentrantReadWriteLock(); TreeMap<Integer, Integer> tree = new TreeMap<>();
        threads(() -> { for (int i = 0; i < 20; i++) { rw.writeLock().lock(); try { tree.put(i, i); } finally { rw.writeLock().unlock(); } } },
            () -> { for (int i = 0; i < 20; i++) { rw.readLock().lock(); try { tree.get(i); } finally { rw.readLock().unlock(); } } });
        StampedLock stamped = new StampedLock(); StringBuilder text = new StringBuilder();
        twice(() -> { for (int i = 0; i < 10; i++) { long s = stamped.writeLock(); try { text.append(i); } finally { stamped.unlockWrite(s); } } });
        Semaphore one = new Semaphore(1); Deque<Integer> deque = new ArrayDeque<>();
        twice(() -> { for (int i = 0; i < 10; i++) { one.acquire(); try { deque.push(i); deque.pop(); } finally { one.release(); } } });
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd");
        twice(() -> { for (int i = 0; i < 5; i++) synchronized (format) { format.parse("2020-01-1" + i); format.format(new Date(0)); } });
        List<Integer> listed = Collections.synchronizedList(new ArrayList<>());
        twice(() -> { for (int i = 0; i < 20; i++) listed.add(i); synchronized (listed) { for (int x : listed) if (x < 0) break; } });
        Map<Integer, Integer> mapped = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true));
        twice(() -> { for (int i = 0; i < 20; i++) { mapped.put(i & 3, i); mapped.get(1); } });
        // Sections one behind the other on one path.
        twice(() -> { for (int i = 0; i < 20; i++) { synchronized (LOCK) { field++; } synchronized (LOCK) { field--; } } });
        Condition changed = lock.newCondition(); Queue<Integer> queue = new LinkedList<>();
        threads(() -> { for (int i = 0; i < 10; i++) { lock.lock(); try { queue.add(i); changed.signalAll(); } finally { lock.unlock(); } } },
            () -> { for (int i = 0; i < 10; i++) { lock.lock(); try { while (queue.isEmpty()) changed.await(); queue.remove(); } finally { lock.unlock(); } } });
        List<Integer> waited = new ArrayList<>();
        threads(() -> { synchronized (waited) { waited.add(1); waited.notifyAll(); } },
            () -> { synchronized (waited) { while (waited.isEmpty()) waited.wait(); waited.remove(0); } });
    }
    static void confined() throws Exception {
        twice(() -> { List<Integer> own = new ArrayList<>(); for (int i = 0; i < 20; i++) own.add(i); Collections.sort(own); });
        twice(() -> { for (int i = 0; i < 10; i++) LOCAL.get().append(i); });
        twice(() -> { SimpleDateFormat own = new SimpleDateFormat("yyyy"); own.parse("2020"); NumberFormat.getInstance().format(1.5); });
        List<List<Integer>> parts = new ArrayList<>(); for (int i = 0; i < 2; i++) parts.add(new ArrayList<>());
        threads(() -> parts.get(0).add(1), () -> parts.get(1).add(2));
        // Each thread has its own elements.
        List<Integer> fixed = new ArrayList<>(Collections.nCopies(10, 0));
        threads(() -> { for (int i = 0; i < 5; i++) fixed.set(i, i); }, () -> { for (int i = 5; i < 10; i++) fixed.set(i, i); });
        twice(() -> String.format("%d %s %.2f", 1, "a", 2.5));
    }
    static void handedOver() throws Exception {
        List<Integer> started = new ArrayList<>(); started.add(1);
        Thread t = thread(() -> started.add(2)); t.start(); t.join(); started.add(3);
        List<Integer> made = new ArrayList<>(); made.add(1); published = null;
        threads(() -> { made.add(2); published = made; }, () -> { while (published == null) Thread.yield(); published.add(3); });
        BlockingQueue<StringBuilder> queue = new ArrayBlockingQueue<>(2);
        threads(() -> { for (int i = 0; i < 5; i++) { StringBuilder b = new StringBuilder(); b.append(i); queue.put(b); } },
            () -> { for (int i = 0; i < 5; i++) queue.take().append("x"); });
        CountDownLatch latch = new CountDownLatch(1); Map<String, Integer> map = new HashMap<>();
        threads(() -> { map.put("a", 1); latch.countDown(); }, () -> { latch.await(); map.put("b", 2); });
        CyclicBarrier barrier = new CyclicBarrier(2); Set<Integer> set = new HashSet<>();
        threads(() -> { set.add(1); barrier.await(); }, () -> { barrier.await(); set.add(2); });
        Exchanger<List<Integer>> exchanger = new Exchanger<>();
        twice(() -> { List<Integer> mine = new ArrayList<>(); mine.add(1); exchanger.exchange(mine).add(2); });
        AtomicReference<List<Integer>> reference = new AtomicReference<>();
        threads(() -> { List<Integer> l = new ArrayList<>(); l.add(1); reference.set(l); },
            () -> { List<Integer> l; while ((l = reference.get()) == null) Thread.yield(); l.add(2); });
        Frozen[] frozen = new Frozen[1]; frozen[0] = new Frozen(); twice(() -> { for (int x : frozen[0].list) if (x < 0) break; });
    }
    static void forSeveral() throws Exception {
        Vector<Integer> vector = new Vector<>(); Hashtable<Integer, Integer> table = new Hashtable<>(); StringBuffer buffer = new StringBuffer();
        Map<Integer, Integer> map = new ConcurrentHashMap<>(); Queue<Integer> queue = new ConcurrentLinkedQueue<>();
        List<Integer> copied = new CopyOnWriteArrayList<>(); NavigableMap<Integer, Integer> skip = new ConcurrentSkipListMap<>();
        AtomicInteger count = new AtomicInteger(); LongAdder adder = new LongAdder(); Random random = new Random(1);
        AtomicIntegerArray array = new AtomicIntegerArray(4); BlockingQueue<Integer> linked = new LinkedBlockingQueue<>();
        Logger logger = Logger.getLogger("quiet"); logger.setLevel(Level.OFF); Properties properties = new Properties();
        Deque<Integer> deque = new ConcurrentLinkedDeque<>(); BlockingQueue<Integer> ordered = new PriorityBlockingQueue<>();
        twice(() -> {
            for (int i = 0; i < 10; i++) {
                vector.add(i); table.put(i, i); buffer.append(i); map.merge(i, 1, Integer::sum); queue.add(i); copied.add(i); skip.put(i, i);
                count.incrementAndGet(); adder.increment(); random.nextInt(); array.getAndIncrement(i & 3); linked.put(i); logger.info("no");
                properties.setProperty("k" + i, "v"); deque.addFirst(i); ordered.add(i); queue.poll(); linked.poll(); System.out.print("");
                System.setProperty("races.k", "v"); Thread.currentThread().getName(); UUID.nameUUIDFromBytes(new byte[] {1});
            }
            map.forEach((k, v) -> { if (v < 0) throw new IllegalStateException(); }); for (int x : copied) if (x < 0) break;
        });
    }
    static void readOnly() throws Exception {
        List<Integer> list = new ArrayList<>(List.of(3, 1, 2)); Map<String, List<Integer>> map = new HashMap<>(); map.put("a", list);
        TreeMap<Integer, Integer> tree = new TreeMap<>(Map.of(1, 2, 3, 4)); EnumMap<Level3, Integer> byLevel = new EnumMap<>(Map.of(Level3.LOW, 1));
        String text = "some text"; Locale locale = Locale.ROOT;
        twice(() -> {
            for (int i = 0; i < 5; i++) {
                list.get(1); list.contains(2); map.get("a").size(); TABLE.get("k" + i); tree.floorKey(2); byLevel.get(Level3.LOW); text.hashCode();
                for (Map.Entry<String, List<Integer>> e : map.entrySet()) e.getValue().get(0);
                for (String k : TABLE.keySet()) k.length(); for (int v : TABLE.values()) if (v < 0) break;
                for (Integer k : tree.descendingMap().keySet()) if (k < 0) break;
                list.stream().mapToInt(x -> x).sum(); String.format(locale, "%d", i); list.toString(); map.hashCode(); list.equals(map);
            }
        });
    }
    enum Level3 { LOW, HIGH }
    static void pools() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2); List<Future<List<Integer>>> futures = new ArrayList<>();
        for (int i = 0; i < 6; i++) { int k = i; futures.add(pool.submit(() -> { List<Integer> l = new ArrayList<>(); l.add(k); return l; })); }
        List<Integer> all = new ArrayList<>(); for (Future<List<Integer>> f : futures) { f.get().add(9); all.addAll(f.get()); }
        StringBuilder text = new StringBuilder();
        CompletableFuture.runAsync(() -> text.append("a"), pool).thenRunAsync(() -> text.append("b"), pool).get(); text.append("c");
        pool.invokeAll(List.of(() -> { synchronized (all) { return all.add(1); } }, () -> { synchronized (all) { return all.add(2); } })); all.add(3);
        pool.shutdown(); pool.awaitTermination(5, TimeUnit.SECONDS);
        IntStream.range(0, 200).parallel().boxed().collect(Collectors.toList()).add(1);
        IntStream.range(0, 200).parallel().boxed().collect(Collectors.groupingBy(i -> i % 3, TreeMap::new, Collectors.counting())).put(9, 9L);
        IntStream.range(0, 200).parallel().collect(StringBuilder::new, (b, i) -> b.append(i), StringBuilder::append).append("end");
        IntStream.range(0, 200).parallel().forEach(i -> { synchronized (LOCK) { all.add(i); } }); all.add(4);
    }
}
