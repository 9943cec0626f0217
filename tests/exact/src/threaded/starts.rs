//! How a team's threads are started and waited for.

/// Bodies of a method; `$t` is how many threads there are, and `member(i)` what the one with the number `i` does.
pub(super) const STARTS: [&str; 7] = [
    "Thread[] all = new Thread[$t]; for (int i = 0; i < $t; i++) { int me = i; all[i] = new Thread(() -> member(me)); }
     for (Thread t : all) t.start();
     for (Thread t : all) t.join();",
    "class One extends Thread { final int me; One(int me) { super(\"one \" + me); this.me = me; } @Override public void run() { member(me); } }
     Thread[] all = new Thread[$t]; for (int i = 0; i < $t; i++) { all[i] = new One(i); all[i].start(); }
     for (int i = $t - 1; i >= 0; i--) all[i].join();",
    "ExecutorService pool = Executors.newFixedThreadPool($t);
     List<Future<?>> all = new ArrayList<>(); for (int i = 0; i < $t; i++) { int me = i; all.add(pool.submit(() -> member(me))); }
     pool.shutdown(); for (Future<?> f : all) f.get();",
    "Thread[] all = new Thread[$t]; for (int i = 1; i < $t; i++) { int me = i; all[i] = new Thread(() -> member(me)); all[i].start(); }
     member(0); for (int i = 1; i < $t; i++) all[i].join();",
    "ExecutorService pool = Executors.newCachedThreadPool(); CompletableFuture<?>[] all = new CompletableFuture<?>[$t];
     for (int i = 0; i < $t; i++) { int me = i; all[i] = CompletableFuture.runAsync(() -> member(me), pool); }
     CompletableFuture.allOf(all).join(); pool.shutdown();",
    "class One implements Runnable { final int me; One(int me) { this.me = me; } @Override public void run() {
         Thread next = me + 1 < $t ? new Thread(new One(me + 1)) : null; if (next != null) next.start();
         member(me); if (next != null) finish(next);
     } }
     Thread first = new Thread(new One(0)); first.start(); first.join();",
    "CountDownLatch done = new CountDownLatch($t);
     for (int i = 0; i < $t; i++) { int me = i; Thread t = new Thread(() -> { member(me); done.countDown(); }); t.setDaemon(true); t.start(); }
     done.await();",
];
