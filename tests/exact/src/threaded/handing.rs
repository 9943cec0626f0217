//! Steps in which threads hand cells to each other.

use super::member::Member;
use super::ways::Way;

impl Member<'_, '_> {
    /// Each thread hands cells to the next one.
    pub(super) fn ring(&mut self) {
        let (kind, number, threads) = (self.expander.below(10), self.lines.number(), self.shared.threads);
        self.shared.fields.push(format!("final Box[] r{number} = Box.ring({kind}, {threads});"));
        let value = self.int();
        self.lines.line(&format!("Cell c{number} = new Cell();"));
        self.guarded(&format!("c{number}.give(c, {value});"));
        let rounds = self.expander.between(1, 3);
        self.lines.open(&format!("for (int i{number} = 0; i{number} < {rounds}; i{number}++)"));
        // A box may hold nothing: those of even numbers give first, the others take first.
        let (put, got) = (format!("r{number}[(me + 1) % {threads}].put(c{number});"), format!("r{number}[me].get()"));
        self.lines.line(&format!("if (me % 2 == 0) {{ {put} c{number} = {got}; }}"));
        self.lines.line(&format!("else {{ Cell g{number} = {got}; {put} c{number} = g{number}; }}"));
        self.lines.line(&format!("x = x * 31 + c{number}.take(c);"));
        if self.expander.chance(70) {
            self.lines.line(&format!("c{number}.give(c, x ^ i{number});"));
        }
        self.lines.close();
    }

    /// Neighbours exchange cells.
    pub(super) fn exchange(&mut self) {
        let (number, threads) = (self.lines.number(), self.shared.threads);
        self.shared.fields.push(format!("final Exchanger<Cell>[] e{number} = exchangers({threads});"));
        let value = self.int();
        self.lines.line(&format!("int v{number} = x;"));
        self.guarded(&format!("v{number} = {value};"));
        self.lines.line(&format!(
            "if ((me | 1) < {threads}) x += e{number}[me / 2].exchange(new Cell().give(c, v{number})).take(c);"
        ));
    }

    /// All put cells into one queue, and all take as many: from whom is not known, the sum of all is.
    pub(super) fn common_queue(&mut self) {
        let (number, sum) = (self.lines.number(), self.sum());
        let queue =
            ["LinkedBlockingQueue", "LinkedTransferQueue", "LinkedBlockingDeque"][self.expander.below(3) as usize];
        self.shared.fields.push(format!("final BlockingQueue<Cell> q{number} = new {queue}<>();"));
        self.take(&sum.name, Way::Updated);
        let count = self.expander.between(1, 2);
        self.lines.line(&format!("for (int i{number} = 0; i{number} < {count}; i{number}++) q{number}.put(new Cell().give(c, x + i{number}));"));
        self.lines.line(&format!("for (int i{number} = 0; i{number} < {count}; i{number}++) {{ int v{number} = q{number}.take().take(c); {} }}", sum.update(&format!("v{number}"), number)));
    }

    /// One thread gives a cell, and all others wait for it.
    pub(super) fn broadcast(&mut self) {
        let (number, who) = (self.lines.number(), self.expander.below(self.shared.threads));
        let value = self.int();
        let (field, give, wait) = match self.expander.below(4) {
            0 => ("CountDownLatch b$ = new CountDownLatch(1)", "b$.countDown();", "b$.await();"),
            1 => ("CompletableFuture<Integer> b$ = new CompletableFuture<>()", "b$.complete(1);", "b$.join();"),
            2 => (
                "AtomicBoolean b$ = new AtomicBoolean()",
                "b$.set(true);",
                "for (int i$ = 0; !b$.get(); i$++) pause(i$);",
            ),
            _ => (
                "boolean[] b$ = new boolean[1]",
                "synchronized (b$) { b$[0] = true; b$.notifyAll(); }",
                "synchronized (b$) { while (!b$[0]) b$.wait(); }",
            ),
        };
        let named = |text: &str| text.replace('$', &number.to_string());
        self.shared.fields.push(format!("final {}; final Cell d{number} = new Cell();", named(field)));
        self.lines.open(&format!("if (me == {who})"));
        self.lines.open("try");
        self.guarded(&format!("d{number}.give(c, {value});"));
        self.lines.close();
        self.lines.line(&format!("finally {{ {} }}", named(give)));
        self.lines.close();
        self.lines.line(&format!("else {{ {} }}", named(wait)));
        self.lines.line(&format!("x ^= d{number}.take(c);"));
    }

    /// All want a cell, and the first one makes it.
    pub(super) fn created_once(&mut self) {
        let number = self.lines.number();
        let cell = format!(
            "new Cell().give(new Own(3), {})",
            ["TABLE[3]", "safe(() -> m0(new Own(4), 5, 6))"][self.expander.below(2) as usize]
        );
        let (field, get) = match self.expander.below(4) {
            0 => (
                "final ConcurrentHashMap<Integer, Cell> o$ = new ConcurrentHashMap<>();".to_owned(),
                format!("o$.computeIfAbsent(1, k -> {cell})"),
            ),
            1 => (
                format!(
                    "final FutureTask<Cell> o$ = new FutureTask<>(() -> {cell}); Cell get$() throws Exception {{ o$.run(); return o$.get(); }}"
                ),
                "get$()".to_owned(),
            ),
            2 => (
                format!(
                    "volatile Cell o$; Cell get$() {{ Cell k = o$; if (k == null) {{ synchronized (this) {{ k = o$; if (k == null) o$ = k = {cell}; }} }} return k; }}"
                ),
                "get$()".to_owned(),
            ),
            _ => (format!("static class O$ {{ static final Cell CELL = {cell}; }}"), "O$.CELL".to_owned()),
        };
        let named = |text: &str| text.replace('$', &number.to_string());
        self.shared.fields.push(named(&field));
        self.lines.line(&format!("x += {}.take(c);", named(&get)));
    }
}
