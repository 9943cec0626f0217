//! Numbers that threads change together, each by an operator that is commutative and associative.

/// How a number is declared, changed by a value, and read. `$s` is its name, `$v` the value, `$o` the operator, `$n` a new number.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) declaration: &'static str,
    pub(super) update: &'static str,
    pub(super) read: &'static str,
}

const fn kind(declaration: &'static str, update: &'static str, read: &'static str) -> Kind {
    Kind { declaration, update, read }
}

/// All kinds. Those that add do so whatever the operator is.
pub(super) const KINDS: &[Kind] = &[
    kind("static final Cell $s = new Cell();", "synchronized (LOCK) { $s.give(c, $o($s.look(c), $v)); }", "$s.look(c)"),
    kind("int $s;", "synchronized (this) { int w$n = $v; $s = $o($s, w$n); }", "$s"),
    kind(
        "static final Cell $s = new Cell(); static synchronized void up$s(Own c, int v) { $s.give(c, $o($s.look(c), v)); }",
        "up$s(c, $v);",
        "$s.look(c)",
    ),
    kind(
        "int $s; synchronized void up$s(int v) { $s = $o($s, v); } synchronized int get$s() { return $s; }",
        "up$s($v);",
        "get$s()",
    ),
    kind(
        "final Cell $s = new Cell();",
        "synchronized ($s) { synchronized (INNER) { rest(); $s.give(c, $o($s.look(c), $v)); } }",
        "$s.look(c)",
    ),
    kind(
        "final Cell $s = new Cell(); final ReentrantLock l$s = new ReentrantLock();",
        "l$s.lock(); try { $s.give(c, $o($s.look(c), $v)); } finally { l$s.unlock(); }",
        "$s.look(c)",
    ),
    kind(
        "final Cell $s = new Cell(); final ReentrantReadWriteLock l$s = new ReentrantReadWriteLock(); int get$s(Own c) { l$s.readLock().lock(); try { return $s.look(c); } finally { l$s.readLock().unlock(); } }",
        "l$s.writeLock().lock(); try { $s.give(c, $o($s.look(c), $v)); } finally { l$s.writeLock().unlock(); }",
        "get$s(c)",
    ),
    kind(
        "final Cell $s = new Cell(); final StampedLock l$s = new StampedLock(); int get$s(Own c) { long k = l$s.readLock(); try { return $s.look(c); } finally { l$s.unlockRead(k); } }",
        "{ long k$n = l$s.writeLock(); try { $s.give(c, $o($s.look(c), $v)); } finally { l$s.unlockWrite(k$n); } }",
        "get$s(c)",
    ),
    kind(
        "final Cell $s = new Cell(); final Semaphore l$s = new Semaphore(1);",
        "l$s.acquireUninterruptibly(); try { $s.give(c, $o($s.look(c), $v)); } finally { l$s.release(); }",
        "$s.look(c)",
    ),
    kind(
        "final Cell $s = new Cell(); final AtomicBoolean l$s = new AtomicBoolean();",
        "for (int k$n = 0; !l$s.compareAndSet(false, true); k$n++) pause(k$n); try { $s.give(c, $o($s.look(c), $v)); } finally { l$s.set(false); }",
        "$s.look(c)",
    ),
    kind("final AtomicInteger $s = new AtomicInteger();", "$s.accumulateAndGet($v, Shared::$o);", "$s.get()"),
    kind(
        "static final AtomicInteger $s = new AtomicInteger();",
        "{ int w$n = $v; for (;;) { int o$n = $s.get(); if ($s.compareAndSet(o$n, $o(o$n, w$n))) break; } }",
        "$s.get()",
    ),
    kind(
        "static int $s; static final VarHandle h$s = staticHandle(MethodHandles.lookup(), TEAM.class, \"$s\");",
        "{ int w$n = $v, o$n; do o$n = (int) h$s.getVolatile(); while (!h$s.compareAndSet(o$n, $o(o$n, w$n))); }",
        "(int) h$s.getVolatile()",
    ),
    kind(
        "int $s; static final VarHandle h$s = handle(MethodHandles.lookup(), TEAM.class, \"$s\");",
        "{ int w$n = (int) h$s.getAndAdd(this, $v); }",
        "(int) h$s.getAcquire(this)",
    ),
    kind(
        "final int[] $s = new int[3]; static final VarHandle h$s = MethodHandles.arrayElementVarHandle(int[].class);",
        "{ int w$n = $v, o$n; do o$n = (int) h$s.getAcquire($s, 1); while (!h$s.weakCompareAndSet($s, 1, o$n, $o(o$n, w$n))); }",
        "$s[1]",
    ),
    kind(
        "final AtomicIntegerArray $s = new AtomicIntegerArray(4);",
        "$s.accumulateAndGet(2, $v, Shared::$o);",
        "$s.get(2)",
    ),
    kind(
        "volatile int $s; static final AtomicIntegerFieldUpdater<TEAM> h$s = AtomicIntegerFieldUpdater.newUpdater(TEAM.class, \"$s\");",
        "{ int w$n = $v; h$s.updateAndGet(this, k -> $o(k, w$n)); }",
        "$s",
    ),
    kind(
        "final AtomicReference<Integer> $s = new AtomicReference<>(0);",
        "{ int w$n = $v; for (;;) { Integer o$n = $s.get(); if ($s.compareAndSet(o$n, $o(o$n, w$n))) break; } }",
        "$s.get()",
    ),
    kind("final LongAdder $s = new LongAdder();", "$s.add($v);", "$s.intValue()"),
    kind(
        "final LongAccumulator $s = new LongAccumulator((k, z) -> $o((int) k, (int) z), 0);",
        "$s.accumulate($v);",
        "$s.intValue()",
    ),
    kind(
        "final ConcurrentHashMap<Integer, Integer> $s = new ConcurrentHashMap<>();",
        "$s.merge(1, $v, Shared::$o);",
        "$s.getOrDefault(1, 0)",
    ),
    kind(
        "static final ConcurrentHashMap<Integer, Integer> $s = new ConcurrentHashMap<>();",
        "{ int w$n = $v; $s.compute(w$n & 1, (k, z) -> z == null ? w$n : $o(z, w$n)); }",
        "fold($s.values(), Shared::$o)",
    ),
    kind(
        "final ConcurrentSkipListMap<Integer, Integer> $s = new ConcurrentSkipListMap<>();",
        "$s.merge(2, $v, Shared::$o);",
        "fold($s.values(), Shared::$o)",
    ),
    kind("final Queue<Integer> $s = new ConcurrentLinkedQueue<>();", "$s.add($v);", "fold($s, Shared::$o)"),
    kind("final List<Integer> $s = new CopyOnWriteArrayList<>();", "$s.add($v);", "fold($s, Shared::$o)"),
    kind(
        "final List<Integer> $s = Collections.synchronizedList(new ArrayList<>());",
        "$s.add($v);",
        "fold($s, Shared::$o)",
    ),
    kind(
        "final List<Integer> $s = new LinkedList<>();",
        "{ Integer w$n = $v; synchronized ($s) { $s.add(w$n); } }",
        "fold($s, Shared::$o)",
    ),
    kind(
        "static final Cell $s = new Cell(); static volatile boolean l$s; static void up$s(Own c, int v) { synchronized ($s) { int w = $o($s.look(c), v); rest(); $s.give(c, w); l$s = true; } }",
        "up$s(c, $v);",
        "(l$s ? $s.look(c) : 0)",
    ),
];
