//! Class initialisers: which code only they run, and whether they could run earlier than they did.
//!
//! The first task that needs a class initialises it, and all others need what that wrote. An initialiser that needs nothing of
//! the tasks, and overwrites nothing that they have used, can run before them.

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
    /// The methods that it ran.
    methods: FxHashSet<usize>,
}

impl Span {
    /// Notes that the initialiser needs what ran at a time, or overwrites what that used.
    fn depends_on(&mut self, time: u64) {
        self.depends |= (self.tasks..self.start).contains(&time);
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
        let bound = spans.all.iter().filter(|span| span.depends);
        self.bound.extend(bound.flat_map(|span| &span.methods));
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
    initializers: FixedBitSet,
    known: Initializers,
    /// The outermost one that runs, and the number of levels around it.
    open: Option<(Span, usize)>,
    spans: Vec<Span>,
}

impl Running {
    pub(super) fn new(map: &ProgramMap) -> Self {
        let numbers = 0..map.methods.len();
        let initializers = numbers.filter(|&number| &*map.methods[number].name == "<clinit>").collect();
        let outside = FixedBitSet::with_capacity(map.methods.len());
        Self { initializers, known: Initializers { outside, ..Initializers::default() }, open: None, spans: Vec::new() }
    }

    /// A method begins at a time, inside of so many levels. `tasks` returns the time from which on tasks may have run.
    #[inline]
    pub(super) fn enter(&mut self, method: usize, time: u64, levels: usize, tasks: impl Fn() -> u64) {
        if let Some((span, _)) = &mut self.open {
            span.methods.insert(method);
        } else if self.initializers.contains(method) {
            let methods = FxHashSet::from_iter([method]);
            self.open = Some((Span { tasks: tasks(), start: time, end: time, depends: false, methods }, levels));
        } else {
            self.known.outside.insert(method);
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
            span.depends_on(time);
        }
    }

    /// Ends the thread, at a time, and with it the initialiser that may still run.
    pub(super) fn finish(mut self, time: u64) -> (Initializers, Spans) {
        let open = self.open.take().map(|(span, _)| Span { end: time, ..span });
        self.spans.extend(open);
        (self.known, Spans { all: self.spans })
    }
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
            self.all.get_mut(at).filter(|span| span.start <= to).into_iter().for_each(|span| span.depends_on(from));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two initialisers, methods 1 and 4, run in tasks: the first one calls method 2, the second one method 5.
    fn running() -> Running {
        let outside = FixedBitSet::with_capacity(6);
        let known = Initializers { outside, ..Initializers::default() };
        Running { initializers: FixedBitSet::from_iter([1, 4]), known, open: None, spans: Vec::new() }
    }

    fn after(used: impl Fn(&mut Running), found: &[(u64, u64)]) -> [bool; 6] {
        let mut running = running();
        running.enter(0, 0, 1, || 0);
        running.enter(1, 20, 4, || 10);
        running.enter(2, 25, 5, || 10);
        used(&mut running);
        running.leave(5, 30);
        running.leave(4, 40);
        running.enter(3, 50, 4, || 10);
        running.enter(4, 60, 5, || 10);
        running.enter(5, 65, 6, || 10);
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
}
