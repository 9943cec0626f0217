//! Class initialisers: which code only they run, and whether they could run earlier than they did.
//!
//! The first task that needs a class initialises it, and all others need what that wrote. An initialiser that needs nothing of
//! the tasks, and overwrites nothing that they have used, can run before them. It may need what other initialisers did that can:
//! they run before it then, too.

use fixedbitset::FixedBitSet;
use paratrace_traceformat::map::{MethodId, ProgramMap};
use rustc_hash::FxHashSet;

/// The run of an initialiser, with all that it calls.
#[derive(Debug, Clone, Default)]
struct Span {
    /// Time from which on tasks may have run: the beginning of the outermost loop around it.
    tasks: u64,
    start: u64,
    end: u64,
    /// Whether it depends on what tasks may have done before.
    depends: bool,
    /// The runs of other initialisers that it depends on, by their order in time.
    needs: FxHashSet<usize>,
    /// The methods that it ran.
    methods: FxHashSet<usize>,
}

impl Span {
    /// Notes that the initialiser needs what ran at a time, or overwrites what that used. `before` are runs of initialisers in the
    /// order of time, all up to its own at least.
    #[inline]
    fn depends_on(&mut self, time: u64, before: &[Span]) {
        if (self.tasks..self.start).contains(&time) {
            let at = before.partition_point(|span| span.end <= time);
            match before.get(at).filter(|span| span.start <= time) {
                Some(_) => {
                    self.needs.insert(at);
                }
                None => self.depends = true,
            }
        }
    }
}

/// What is known of the initialisers of all threads.
#[derive(Debug, Clone, Default)]
pub(crate) struct Initializers {
    /// Methods that ran outside of them.
    outside: FixedBitSet,
    /// Methods that one of them ran that depends on what tasks may have done before.
    bound: FxHashSet<usize>,
}

impl Initializers {
    pub(super) fn add(&mut self, other: &Self) {
        self.outside.grow(other.outside.len());
        self.outside.union_with(&other.outside);
        self.bound.extend(&other.bound);
    }

    /// Takes over which initialisers depend on tasks, once all dependences are known.
    pub(super) fn bind(&mut self, spans: &Spans) {
        let mut is_bound: Vec<bool> = Vec::with_capacity(spans.all.len());
        for span in &spans.all {
            let needs_bound = span.needs.iter().any(|&at| is_bound.get(at).copied().unwrap_or(true));
            is_bound.push(span.depends || needs_bound);
        }
        let bound = spans.all.iter().zip(is_bound).filter(|(_, is_bound)| *is_bound);
        self.bound.extend(bound.flat_map(|(span, _)| &span.methods));
    }

    /// Returns whether what a method did can be done before all tasks: only initialisers ran it, and none of them needs anything
    /// of tasks.
    pub(crate) fn can_run_before(&self, method: MethodId) -> bool {
        !self.outside.contains(method.index()) && !self.bound.contains(&method.index())
    }
}

/// The initialisers of a thread, while it is followed.
#[derive(Debug)]
pub(super) struct Running {
    known: Initializers,
    /// The outermost one that runs, and the number of levels around it.
    open: Option<(Span, usize)>,
    spans: Vec<Span>,
}

impl Running {
    pub(super) fn new() -> Self {
        Self { known: Initializers::default(), open: None, spans: Vec::new() }
    }

    /// A method begins at a time, inside of so many levels. `tasks` returns the time from which on tasks may have run. No
    /// initialiser is among the methods that ran outside of them, which are told apart faster than by their names.
    #[inline]
    pub(super) fn enter(
        &mut self,
        map: &ProgramMap,
        method: usize,
        (time, levels): (u64, usize),
        tasks: impl Fn() -> u64,
    ) {
        if let Some((span, _)) = &mut self.open {
            span.methods.insert(method);
        } else if !self.known.outside.contains(method) {
            if is_initializer(map, method) {
                let methods = FxHashSet::from_iter([method]);
                let needs = FxHashSet::default();
                let span = Span { tasks: tasks(), start: time, end: time, depends: false, needs, methods };
                self.open = Some((span, levels));
            } else {
                self.known.outside.grow_and_insert(method);
            }
        }
    }

    /// The innermost level has ended, inside of so many others.
    #[inline]
    pub(super) fn leave(&mut self, levels: usize, time: u64) {
        if let Some((span, _)) = self.open.take_if(|(_, around)| *around == levels) {
            self.spans.push(Span { end: time, ..span });
        }
    }

    /// The running code depends on what ran at a time.
    #[inline]
    pub(super) fn depends_on(&mut self, time: u64) {
        if let Some((span, _)) = &mut self.open {
            span.depends_on(time, &self.spans);
        }
    }

    /// Ends the thread, at a time, and with it the initialiser that may still run.
    pub(super) fn finish(mut self, time: u64) -> (Initializers, Spans) {
        let open = self.open.take().map(|(span, _)| Span { end: time, ..span });
        self.spans.extend(open);
        (self.known, Spans { all: self.spans })
    }
}

fn is_initializer(map: &ProgramMap, method: usize) -> bool {
    map.methods.get(method).is_some_and(|method| method.name == "<clinit>")
}

/// The runs of a thread's initialisers, for those dependences that are found backwards.
#[derive(Debug)]
pub(super) struct Spans {
    /// In the order of time.
    all: Vec<Span>,
}

impl Spans {
    /// Notes a dependence from a time to a later one.
    #[inline]
    pub(super) fn note(&mut self, from: u64, to: u64) {
        if self.all.last().is_some_and(|last| to < last.end) {
            let at = self.all.partition_point(|span| span.end <= to);
            if let Some((own, before)) = self.all[..=at].split_last_mut().filter(|(own, _)| own.start <= to) {
                own.depends_on(from, before);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paratrace_traceformat::map::{ClassId, Method};

    /// Two initialisers, methods 1 and 4, run in tasks: the first one calls method 2, the second one method 5.
    fn map() -> ProgramMap {
        let name = |number| if matches!(number, 1 | 4) { "<clinit>" } else { "run" };
        let method = |number| Method::without_code(ClassId::new(0), name(number), "()V");
        ProgramMap { methods: (0..6).map(method).collect(), ..ProgramMap::default() }
    }

    fn after(used: impl Fn(&mut Running), found: &[(u64, u64)]) -> [bool; 6] {
        let (map, mut running) = (map(), Running::new());
        running.enter(&map, 0, (0, 1), || 0);
        running.enter(&map, 1, (20, 4), || 10);
        running.enter(&map, 2, (25, 5), || 10);
        used(&mut running);
        running.leave(5, 30);
        running.leave(4, 40);
        running.enter(&map, 3, (50, 4), || 10);
        running.enter(&map, 4, (60, 5), || 10);
        running.enter(&map, 5, (65, 6), || 10);
        let (mut known, mut spans) = running.finish(80);
        found.iter().for_each(|&(from, to)| spans.note(from, to));
        known.bind(&spans);
        [0, 1, 2, 3, 4, 5].map(|number| known.can_run_before(MethodId::new(number)))
    }

    const ALL: [bool; 6] = [false, true, true, false, true, true];

    #[test]
    fn what_only_initializers_call_can_run_before() {
        assert_eq!(after(|running| running.depends_on(5), &[]), ALL);
        assert_eq!(after(|_| {}, &[(5, 25), (22, 25), (15, 45), (15, 18), (5, 70)]), ALL);
    }

    #[test]
    fn an_initializer_that_needs_something_of_tasks_cannot_run_before_them() {
        let without_the_first = [false, false, false, false, true, true];
        assert_eq!(after(|running| running.depends_on(15), &[]), without_the_first);
        assert_eq!(after(|_| {}, &[(15, 25)]), without_the_first);
        assert_eq!(after(|_| {}, &[(45, 70)]), [false, true, true, false, false, false]);
    }

    #[test]
    fn an_initializer_may_need_another_one_that_can_run_before() {
        assert_eq!(after(|_| {}, &[(25, 70)]), ALL);
        assert_eq!(after(|_| {}, &[(15, 25), (25, 70)]), [false; 6]);
    }
}
