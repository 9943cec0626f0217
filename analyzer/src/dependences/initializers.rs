//! Class initialisers: which code only they run, and whether they could run earlier than they did.
//!
//! The first task that needs a class initialises it, and all others need what that wrote. If no initialiser needs anything of
//! the tasks, or overwrites what they have used, the class can be initialised before them.

use fixedbitset::FixedBitSet;
use paratrace_traceformat::map::{MethodId, ProgramMap};

/// The run of an initialiser, with all that it calls.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    /// Time from which on tasks may have run: the beginning of the outermost loop around it.
    tasks: u64,
    start: u64,
    end: u64,
}

/// What is known of the initialisers of all threads.
#[derive(Debug, Clone, Default)]
pub(crate) struct Initializers {
    /// Methods that ran outside of them.
    outside: FixedBitSet,
    /// One of them depends on what tasks may have done before.
    depends: bool,
}

impl Initializers {
    pub(super) fn add(&mut self, other: &Self) {
        self.outside.grow(other.outside.len());
        self.outside.union_with(&other.outside);
        self.depends |= other.depends;
    }

    /// Notes dependences that were found later.
    pub(super) fn depend(&mut self, depends: bool) {
        self.depends |= depends;
    }

    /// Returns whether what a method did can be done before all tasks: only initialisers ran it.
    pub(crate) fn can_run_before(&self, method: MethodId) -> bool {
        !self.depends && !self.outside.contains(method.index())
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
        let known = Initializers { outside: FixedBitSet::with_capacity(map.methods.len()), depends: false };
        Self { initializers, known, open: None, spans: Vec::new() }
    }

    /// A method begins at a time, inside of so many levels. `tasks` returns the time from which on tasks may have run.
    #[inline]
    pub(super) fn enter(&mut self, method: usize, time: u64, levels: usize, tasks: impl Fn() -> u64) {
        if self.open.is_some() {
            return;
        }
        if self.initializers.contains(method) {
            self.open = Some((Span { tasks: tasks(), start: time, end: time }, levels));
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
        if let Some((span, _)) = &self.open {
            self.known.depends |= (span.tasks..span.start).contains(&time);
        }
    }

    pub(super) fn finish(self) -> (Initializers, Spans) {
        (self.known, Spans { all: self.spans, found: false })
    }
}

/// The runs of a thread's initialisers, for those dependences that are found backwards.
#[derive(Debug)]
pub(super) struct Spans {
    /// In the order of time.
    all: Vec<Span>,
    found: bool,
}

impl Spans {
    /// Notes a dependence from a time to a later one.
    #[inline]
    pub(super) fn note(&mut self, from: u64, to: u64) {
        if self.all.last().is_some_and(|last| to < last.end) {
            let at = self.all.partition_point(|span| span.end <= to);
            self.found |=
                self.all.get(at).is_some_and(|span| span.start <= to && (span.tasks..span.start).contains(&from));
        }
    }

    /// Returns whether an initialiser depends on what tasks may have done before.
    pub(super) fn found(&self) -> bool {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn running() -> Running {
        let initializers = FixedBitSet::from_iter([1]);
        let known = Initializers { outside: FixedBitSet::with_capacity(4), depends: false };
        Running { initializers, known, open: None, spans: Vec::new() }
    }

    fn after(used: impl Fn(&mut Running)) -> Initializers {
        let mut running = running();
        running.enter(0, 0, 1, || 0);
        running.enter(1, 20, 4, || 10);
        running.enter(2, 25, 5, || 10);
        used(&mut running);
        running.leave(5, 30);
        running.leave(4, 40);
        running.enter(3, 50, 4, || 10);
        running.finish().0
    }

    #[test]
    fn what_only_initializers_call_can_run_before() {
        let known = after(|running| running.depends_on(5));
        let can = [0, 1, 2, 3].map(|number| known.can_run_before(MethodId::new(number)));
        assert_eq!(can, [false, true, true, false]);
    }

    #[test]
    fn an_initializer_that_needs_something_of_tasks_cannot_run_before_them() {
        assert!(!after(|running| running.depends_on(15)).can_run_before(MethodId::new(1)));
        let mut spans = Spans { all: vec![Span { tasks: 10, start: 20, end: 40 }], found: false };
        for (from, to) in [(5, 25), (22, 25), (15, 45), (15, 18)] {
            spans.note(from, to);
        }
        assert!(!spans.found());
        spans.note(15, 25);
        assert!(spans.found());
    }
}
