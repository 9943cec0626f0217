//! Class initialisers: when they ran, and whether they could run earlier than they did.
//!
//! The first task that needs a class initialises it, and all others need what that wrote. An initialiser that needs nothing of
//! the tasks, and overwrites nothing that they have used, can run before them. It may need what other initialisers did that can, if
//! it reads a static field first that such a one has set in its own class: then that class is always initialised before.

use fixedbitset::FixedBitSet;
use paratrace_replay::program::{ConstructId, RegionId};
use paratrace_traceformat::map::{ClassId, InstructionId, Method, MethodId, Op, ProgramMap};
use rustc_hash::{FxHashMap, FxHashSet};

/// The run of an initialiser, with all that it calls.
#[derive(Debug, Clone)]
struct Span {
    /// Its method.
    method: usize,
    /// The run around it, by its order in time: of an initialiser that has needed this class.
    outer: Option<usize>,
    /// Time from which on tasks may have run: the beginning of the outermost loop around it.
    tasks: u64,
    start: u64,
    /// [`OPEN`] while it runs.
    end: u64,
    /// Whether it depends on what tasks may have done before.
    depends: bool,
    /// The runs of other initialisers that it has run by itself if they had not run yet, by their order in time; each with the time
    /// from which on that is so.
    needs: FxHashMap<usize, u64>,
}

/// The end of what has not ended.
const OPEN: u64 = u64::MAX;

/// The runs of initialisers, in the order in which they began.
#[derive(Debug, Default)]
struct Runs(Vec<Span>);

impl Runs {
    /// Returns a run and those around it, the innermost first.
    fn outwards(&self, at: Option<usize>) -> impl Iterator<Item = usize> {
        std::iter::successors(at, |&at| self.0[at].outer)
    }

    /// Returns the innermost run that contains a time.
    fn around(&self, time: u64) -> Option<usize> {
        let last = self.0.partition_point(|span| span.start <= time).checked_sub(1);
        self.outwards(last).find(|&at| time < self.0[at].end)
    }

    /// Notes that an initialiser needs at a time what ran at an earlier one, or overwrites what that used. `runs` returns
    /// whether it needs what is in a static field of the class of a method, which runs the initialiser of that class.
    fn depends_on(&mut self, own: usize, (from, to): (u64, u64), runs: impl Fn(usize) -> bool) {
        let span = &self.0[own];
        if !(span.tasks..span.start).contains(&from) {
            return;
        }
        // What runs around it may have begun with something else.
        let other = self.around(from).filter(|&at| self.0[at].end <= span.start);
        match other {
            Some(other) if runs(self.0[other].method) => {
                self.0[own].needs.entry(other).or_insert(to);
            }
            // What an initialiser runs that this one runs is there, too.
            Some(_) if self.outwards(other).any(|at| span.needs.get(&at).is_some_and(|&since| since <= to)) => {}
            _ => self.0[own].depends = true,
        }
    }
}

/// The initialisers of a thread, while it is followed.
#[derive(Debug, Default)]
pub(super) struct Running {
    /// Methods that are none.
    others: FixedBitSet,
    /// Those that run, the outermost one first.
    open: Vec<Open>,
    runs: Runs,
    during: During,
}

/// A class that is being initialised.
#[derive(Debug, Clone, Copy)]
struct Open {
    class: ClassId,
    run: usize,
    /// Number of levels around its initialiser.
    levels: usize,
}

/// Methods that ran while a class was being initialised, in the thread that initialised it.
pub(crate) type During = FxHashSet<(MethodId, ClassId)>;

impl Running {
    /// A method begins at a time, inside of so many levels. `tasks` returns the time from which on tasks may have run.
    #[inline]
    pub(super) fn enter(
        &mut self,
        map: &ProgramMap,
        method: usize,
        (time, levels): (u64, usize),
        tasks: impl Fn() -> u64,
    ) {
        // A bit is read faster than a name.
        let is_none = self.others.contains(method);
        if is_none && self.open.is_empty() {
            return;
        }
        if let Some(initializer) = map.methods.get(method).filter(|method| !is_none && is_initializer(method)) {
            let (run, outer) = (self.runs.0.len(), self.open.last().map(|open| open.run));
            let (tasks, needs) = (tasks(), FxHashMap::default());
            self.runs.0.push(Span { method, outer, tasks, start: time, end: OPEN, depends: false, needs });
            self.open.push(Open { class: initializer.class, run, levels });
        } else {
            self.others.grow_and_insert(method);
        }
        self.during.extend(self.open.iter().map(|open| (MethodId::new(method as u32), open.class)));
    }

    /// Methods begin that are no initialisers.
    #[inline]
    pub(super) fn enter_all(&mut self, map: &ProgramMap, methods: &[RegionId]) {
        if !self.open.is_empty() {
            methods.iter().for_each(|method| self.enter(map, method.index(), (0, 0), || 0));
        }
    }

    /// The innermost level has ended, inside of so many others.
    #[inline]
    pub(super) fn leave(&mut self, levels: usize, time: u64) {
        if let Some(ended) = self.open.pop_if(|open| open.levels == levels) {
            self.runs.0[ended.run].end = time;
        }
    }

    /// The code that runs at a time depends on what an instruction did at an earlier one.
    #[inline]
    pub(super) fn depends_on(&mut self, map: &ProgramMap, (from, head): (u64, InstructionId), to: u64) {
        for open in &self.open {
            self.runs.depends_on(open.run, (from, to), |method| sets_own_static(map, head, method));
        }
    }

    /// Ends the thread, at a time, and with it the initialisers that may still run.
    pub(super) fn finish(mut self, time: u64) -> (Spans, During) {
        self.open.iter().for_each(|open| self.runs.0[open.run].end = time);
        (Spans::new(self.runs, time), self.during)
    }
}

/// Returns whether a method is a class initialiser.
pub(super) fn is_initializer(method: &Method) -> bool {
    method.name == "<clinit>"
}

/// Returns whether an instruction sets a static field of the class of a method.
fn sets_own_static(map: &ProgramMap, insn: InstructionId, method: usize) -> bool {
    let is_set = map.insns.op[insn.index()] == Op::PutStatic as u8;
    let field = map.fields.get(map.insns.arg[insn.index()] as usize).filter(|_| is_set);
    field.is_some_and(|field| field.class == map.classes[map.methods[method].class.index()].name)
}

/// The runs of a thread's initialisers, for those dependences that are found backwards.
#[derive(Debug)]
pub(super) struct Spans {
    runs: Runs,
    /// The stretches of the thread in which initialisers ran: nearly all dependences end in others. Each is `1 << bits` nodes long.
    touched: FixedBitSet,
    bits: u32,
}

/// Number of stretches that a thread is divided into, at most.
const STRETCHES: u64 = 1 << 14;

impl Spans {
    /// Divides the thread, which ends at a time.
    fn new(runs: Runs, time: u64) -> Self {
        let bits = (time / STRETCHES + 1).next_power_of_two().trailing_zeros();
        let stretch = |time: u64| (time >> bits) as usize;
        let mut touched = FixedBitSet::with_capacity(stretch(time) + 1);
        for span in &runs.0 {
            touched.insert_range(stretch(span.start)..stretch(span.end.min(time)) + 1);
        }
        Self { runs, touched, bits }
    }

    /// Notes a dependence from a time to a later one.
    #[inline]
    pub(super) fn note(&mut self, from: u64, to: u64) {
        if !self.touched.contains((to >> self.bits) as usize) {
            return;
        }
        let mut next = self.runs.around(to);
        while let Some(at) = next {
            self.runs.depends_on(at, (from, to), |_| false);
            next = self.runs.0[at].outer;
        }
    }

    /// Lists the initialisers that cannot run before all tasks, as constructs, once all dependences are noted: those that depend on
    /// what tasks may have done before, and those that need one of them. One that another one has run can run with that.
    pub(super) fn bound(&self) -> FxHashSet<ConstructId> {
        let all = &self.runs.0;
        let mut is_bound: Vec<bool> = Vec::with_capacity(all.len());
        for span in all {
            let needs_bound = span.needs.keys().any(|&at| is_bound.get(at).copied().unwrap_or(true));
            is_bound.push(span.depends || needs_bound);
        }
        let bound = (0..all.len()).filter(|&at| self.runs.outwards(Some(at)).all(|at| is_bound[at]));
        bound.map(|at| ConstructId::of_region(RegionId::of_method(MethodId::new(all[at].method as u32)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two initialisers, methods 1 and 4, run in tasks: the first one calls method 2, the second one method 5.
    fn map() -> ProgramMap {
        let name = |number| if matches!(number, 1 | 4) { "<clinit>" } else { "run" };
        let method = |number| Method::without_code(ClassId::new(0), name(number), "()V");
        ProgramMap { methods: (0..6).map(method).collect(), ..ProgramMap::default() }
    }

    /// Returns which initialisers cannot run before all tasks.
    fn after(used: impl Fn(&mut Running), found: &[(u64, u64)]) -> Vec<u32> {
        let (map, mut running) = (map(), Running::default());
        running.enter(&map, 0, (0, 1), || 0);
        running.enter(&map, 1, (20, 4), || 10);
        running.enter(&map, 2, (25, 5), || 10);
        used(&mut running);
        running.leave(5, 30);
        running.leave(4, 40);
        running.enter(&map, 3, (50, 4), || 10);
        running.enter(&map, 4, (60, 5), || 10);
        running.enter(&map, 5, (65, 6), || 10);
        let (mut spans, _) = running.finish(80);
        found.iter().for_each(|&(from, to)| spans.note(from, to));
        let mut bound: Vec<_> = spans.bound().into_iter().map(ConstructId::number).collect();
        bound.sort_unstable();
        bound
    }

    #[test]
    fn initializers_that_need_nothing_of_tasks_can_run_before_them() {
        assert!(after(|running| running.depends_on(&map(), (5, InstructionId::new(0)), 27), &[]).is_empty());
        assert!(after(|_| {}, &[(5, 25), (22, 25), (15, 45), (15, 18), (5, 70)]).is_empty());
    }

    #[test]
    fn an_initializer_that_needs_something_of_tasks_cannot_run_before_them() {
        assert_eq!(after(|running| running.depends_on(&map(), (15, InstructionId::new(0)), 27), &[]), [1]);
        assert_eq!(after(|_| {}, &[(15, 25)]), [1]);
        assert_eq!(after(|_| {}, &[(45, 70)]), [4]);
    }

    #[test]
    fn an_initializer_may_need_another_one_that_it_runs() {
        let after = |needed: &[(u64, u64, bool)], depends| {
            let mut runs = Runs(vec![Span { depends, ..span(1, None, 20, 40) }, span(4, None, 60, 80)]);
            for &(from, to, is_run) in needed {
                runs.depends_on(1, (from, to), |method| is_run && method == 1);
            }
            Spans::new(runs, 1000).bound().len()
        };
        assert_eq!(after(&[(25, 62, true), (30, 70, false)], false), 0);
        assert_eq!(after(&[(25, 62, true)], true), 2);
        assert_eq!(after(&[(30, 70, false)], false), 1);
        assert_eq!(after(&[(30, 61, false), (25, 62, true)], false), 1);
        assert_eq!(after(&[(45, 62, true)], false), 1);
    }

    #[test]
    fn an_initializer_that_another_one_runs_is_told_apart() {
        // The first one, which depends on tasks or not, has run the second one; the third one needs either.
        let after = |depends: [bool; 2], needed: &[(usize, u64, u64, usize)]| {
            let [outer, inner] = depends;
            let mut runs = Runs(vec![
                Span { depends: outer, ..span(0, None, 20, 50) },
                Span { depends: inner, ..span(1, Some(0), 30, 40) },
                span(2, None, 60, 80),
            ]);
            for &(own, from, to, run) in needed {
                runs.depends_on(own, (from, to), |method| method == run);
            }
            let mut bound: Vec<_> = Spans::new(runs, 1000).bound().into_iter().map(ConstructId::number).collect();
            bound.sort_unstable();
            bound
        };
        const NONE: usize = 9;
        assert_eq!(after([true, false], &[(2, 35, 65, 1)]), [0]);
        assert_eq!(after([true, false], &[(2, 25, 65, 0)]), [0, 2]);
        assert_eq!(after([false, true], &[(2, 25, 65, 0), (2, 35, 70, NONE)]), [0; 0]);
        assert_eq!(after([false, false], &[(2, 35, 65, 1), (2, 45, 70, NONE)]), [2]);
        // What it needs of the one around it depends on how far that has come; alone it is no more bound than that.
        assert_eq!(after([false, false], &[(1, 25, 35, 0)]), [0; 0]);
        assert_eq!(after([true, false], &[(1, 25, 35, 0)]), [0, 1]);
    }

    fn span(method: usize, outer: Option<usize>, start: u64, end: u64) -> Span {
        Span { method, outer, tasks: 10, start, end, depends: false, needs: FxHashMap::default() }
    }

    #[test]
    fn methods_are_told_that_ran_while_classes_were_initialized() {
        let mut map = map();
        map.methods[4].class = ClassId::new(7);
        let mut running = Running::default();
        let enter = |running: &mut Running, method, levels| running.enter(&map, method, (0, levels), || 0);
        enter(&mut running, 0, 1);
        enter(&mut running, 1, 2);
        enter(&mut running, 4, 3);
        enter(&mut running, 5, 4);
        [4, 3].into_iter().for_each(|levels| running.leave(levels, 9));
        enter(&mut running, 2, 3);
        [3, 2].into_iter().for_each(|levels| running.leave(levels, 10));
        enter(&mut running, 3, 2);
        let mut during: Vec<_> = running.finish(20).1.into_iter().collect();
        during.sort_unstable();
        let pair = |(method, class)| (MethodId::new(method), ClassId::new(class));
        assert_eq!(during, [(1, 0), (2, 0), (4, 0), (4, 7), (5, 0), (5, 7)].map(pair));
    }
}
