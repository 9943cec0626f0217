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
    /// Time from which on tasks may have run: the beginning of the outermost loop around it.
    tasks: u64,
    start: u64,
    end: u64,
    /// Whether it depends on what tasks may have done before.
    depends: bool,
    /// The runs of other initialisers that it has run by itself if they had not run yet, by their order in time; each with the time
    /// from which on that is so.
    needs: FxHashMap<usize, u64>,
}

impl Span {
    /// Notes that the initialiser needs at a time what ran at an earlier one, or overwrites what that used. `before` are runs of
    /// initialisers in the order of time, all up to its own at least. `runs` returns whether it needs what is in a static
    /// field of the class of a method, which runs the initialiser of that class.
    #[inline]
    fn depends_on(&mut self, (from, to): (u64, u64), before: &[Span], runs: impl Fn(usize) -> bool) {
        if (self.tasks..self.start).contains(&from) {
            let at = before.partition_point(|span| span.end <= from);
            match before.get(at).filter(|span| span.start <= from) {
                Some(other) if runs(other.method) => {
                    self.needs.entry(at).or_insert(to);
                }
                Some(_) if self.needs.get(&at).is_some_and(|&since| since <= to) => {}
                _ => self.depends = true,
            }
        }
    }
}

/// The initialisers of a thread, while it is followed.
#[derive(Debug, Default)]
pub(super) struct Running {
    /// Methods that are none.
    others: FixedBitSet,
    /// The outermost one that runs, and the number of levels around it.
    open: Option<(Span, usize)>,
    /// The classes that are being initialised, each with the number of levels around its initialiser.
    classes: Vec<(ClassId, usize)>,
    spans: Vec<Span>,
    during: During,
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
        if is_none && self.open.is_none() {
            return;
        }
        if let Some(initializer) = map.methods.get(method).filter(|method| !is_none && is_initializer(method)) {
            self.classes.push((initializer.class, levels));
            self.open.get_or_insert_with(|| {
                let needs = FxHashMap::default();
                (Span { method, tasks: tasks(), start: time, end: time, depends: false, needs }, levels)
            });
        } else {
            self.others.grow_and_insert(method);
        }
        self.during.extend(self.classes.iter().map(|&(class, _)| (MethodId::new(method as u32), class)));
    }

    /// The innermost level has ended, inside of so many others.
    #[inline]
    pub(super) fn leave(&mut self, levels: usize, time: u64) {
        if self.open.is_some() {
            self.classes.pop_if(|(_, around)| *around == levels);
            let ended = self.open.take_if(|(_, around)| *around == levels);
            self.spans.extend(ended.map(|(span, _)| Span { end: time, ..span }));
        }
    }

    /// The code that runs at a time depends on what an instruction did at an earlier one.
    #[inline]
    pub(super) fn depends_on(&mut self, map: &ProgramMap, (from, head): (u64, InstructionId), to: u64) {
        if let Some((span, _)) = &mut self.open {
            span.depends_on((from, to), &self.spans, |method| sets_own_static(map, head, method));
        }
    }

    /// Ends the thread, at a time, and with it the initialiser that may still run.
    pub(super) fn finish(mut self, time: u64) -> (Spans, During) {
        let open = self.open.take().map(|(span, _)| Span { end: time, ..span });
        self.spans.extend(open);
        (Spans { all: self.spans }, self.during)
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
                own.depends_on((from, to), before, |_| false);
            }
        }
    }

    /// Lists the initialisers that cannot run before all tasks, as constructs, once all dependences are noted: those that depend on
    /// what tasks may have done before, and those that need one of them.
    pub(super) fn bound(&self) -> FxHashSet<ConstructId> {
        let mut is_bound: Vec<bool> = Vec::with_capacity(self.all.len());
        for span in &self.all {
            let needs_bound = span.needs.keys().any(|&at| is_bound.get(at).copied().unwrap_or(true));
            is_bound.push(span.depends || needs_bound);
        }
        let bound = self.all.iter().zip(is_bound).filter(|(_, is_bound)| *is_bound);
        bound.map(|(span, _)| ConstructId::of_region(RegionId::of_method(MethodId::new(span.method as u32)))).collect()
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
        let span =
            |method, start, end| Span { method, tasks: 10, start, end, depends: false, needs: FxHashMap::default() };
        let after = |needed: &[(u64, u64, bool)], depends| {
            let mut all = vec![Span { depends, ..span(1, 20, 40) }, span(4, 60, 80)];
            let (second, before) = all.split_last_mut().expect("there are two");
            needed
                .iter()
                .for_each(|&(from, to, runs)| second.depends_on((from, to), before, |method| runs && method == 1));
            Spans { all }.bound().len()
        };
        assert_eq!(after(&[(25, 62, true), (30, 70, false)], false), 0);
        assert_eq!(after(&[(25, 62, true)], true), 2);
        assert_eq!(after(&[(30, 70, false)], false), 1);
        assert_eq!(after(&[(30, 61, false), (25, 62, true)], false), 1);
        assert_eq!(after(&[(45, 62, true)], false), 1);
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
