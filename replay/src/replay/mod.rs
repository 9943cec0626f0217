//! Forward replay of one thread (docs/format.md section 1.2).
//!
//! The replay keeps a stack of activations, each standing at a start, and lets the next event decide what happens. It
//! knows only control flow; a [`Machine`] executes the paths. Where the format leaves a choice, these rules hold:
//!
//! * An event of the start's own range is consumed before `silent` is looked at: it is an exceptional path.
//! * A call that must enter traced code (`Traced`, `TracedVirtual`) waits for the entry even if its `AfterCall` start
//!   is silent. If an event of that start comes instead, the call never reached the callee ([`Outcome::Failed`]).
//! * A `Traced` callee whose entry start is silent is entered without an event, except if the call threw.
//! * A silent `Trigger` start runs a class initialiser first if one is entered next.
//! * Starts without events go on behind the last event only if the thread ended properly.

mod answer;
mod counted;
mod counter;
mod identities;
mod interrupted;
mod legs;
mod machine;
mod outside;
mod passed;
mod stats;
mod table;
mod tested;

pub use identities::Identities;
pub use machine::{Classes, Entry, Machine, Outcome};
pub use stats::{ReplayStats, Stop};
pub use tested::leaves_at_test;

use paratrace_jvm::opcodes;
use paratrace_traceformat::map::{Handler, InstructionId, MethodId, Mode, PathId, Site, StartKind};
use paratrace_traceformat::trace::PATH_IDS;
use rustc_hash::FxHashMap;

use crate::base::error::{Desync, Halt};
use crate::base::limits;
use crate::base::prefetch::prefetch;
use crate::events::Events;
use crate::program::{End, Index, PathRow};
use answer::Sites;
pub(crate) use counter::Counter;
use legs::{Act, Legs};
use table::PathTable;

/// The state of the call behind which an activation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Call {
    /// The activation does not stand behind a call.
    None,
    /// It waits for the entry of this method; `NONE` if the method is not known.
    Awaits(MethodId),
    /// Its callee is entered without an event.
    Silent(MethodId),
    /// A directly entered callee was entered.
    Answered,
    /// The directly entered callee has returned.
    Returned,
    /// A mark has told that the call has returned; whether it was answered directly.
    Told { direct: bool },
    /// Untraced code runs, or nothing ran.
    Opaque,
}

#[derive(Debug, Clone, Copy)]
struct Activation {
    method: MethodId,
    start: u32,
    call: Call,
    /// Whether its caller's call entered it directly.
    direct: bool,
    /// A path held back because its `invokestatic` may run class initialisers first; their events follow its own.
    held: Option<PathRow>,
    /// Whether it is part of a call that is only counted.
    counted: bool,
}

impl Activation {
    /// Returns whether it stands behind a call that entered traced code directly.
    fn was_answered(&self) -> bool {
        matches!(self.call, Call::Answered | Call::Returned | Call::Told { direct: true })
    }
}

/// The result of one step.
enum Step {
    /// A path or an entry was replayed, or an event consumed.
    Done,
    /// The next path belongs to the next unit.
    Unit,
    /// There are no more events.
    End,
}

/// The result of replaying a unit.
pub enum Progress {
    /// The unit is over.
    Unit,
    /// The thread is over; with a reason if its events could not all be replayed.
    Over(Option<Halt>),
}

/// The replay of one thread into a machine.
pub struct Replay<'i, 'm, 's, M> {
    index: &'i Index<'m>,
    events: Events<'s>,
    paths: PathTable<'i, 'm>,
    stack: Vec<Activation>,
    classes: Classes<'m>,
    /// The path of the next event, if it was looked up already.
    next: Option<PathRow>,
    sites: Sites,
    legs: Legs,
    /// The traced method that a call selects, by site and class of the receiver.
    selected: FxHashMap<(u32, u32), MethodId>,
    /// The methods that a call enters through lambdas, by site and class of the receiver.
    run_by_lambdas: FxHashMap<(u32, u32), Vec<MethodId>>,
    calls: Counter<(MethodId, MethodId)>,
    opaque: Counter<(MethodId, u32, Option<u32>)>,
    ended: bool,
    /// Whether marks tell where calls of traced virtual methods return.
    tells_returns: bool,
    /// Whether methods that are entered now are part of a call that is only counted, and how many nodes such have executed that the machine
    /// was not shown.
    counting: bool,
    counted: u64,
    /// Number of steps since the last event, and the most activations that were open since.
    silent_steps: u64,
    silent_height: usize,
    stats: ReplayStats,
    machine: M,
}

impl<'i, 'm, 's, M: Machine> Replay<'i, 'm, 's, M> {
    /// Creates a replay of `events` into `machine`. `ended` says whether the thread's end was recorded.
    pub fn new(index: &'i Index<'m>, events: Events<'s>, ended: bool, machine: M) -> Self {
        Self {
            index,
            events,
            paths: PathTable::new(index),
            stack: Vec::new(),
            classes: Classes::new(index.class_name),
            next: None,
            sites: Sites::new(),
            legs: Legs::new(),
            selected: FxHashMap::default(),
            run_by_lambdas: FxHashMap::default(),
            calls: Counter::new(),
            opaque: Counter::new(),
            ended,
            tells_returns: false,
            counting: false,
            counted: 0,
            silent_steps: 0,
            silent_height: 0,
            stats: ReplayStats::default(),
            machine,
        }
    }

    /// Replays all events that can be replayed, and closes activations that are still open.
    pub fn run(mut self) -> (M, ReplayStats, Stop) {
        loop {
            if let Progress::Over(halted) = self.run_unit() {
                return self.close(halted);
            }
            self.events.next_unit();
        }
    }

    /// Replays up to the end of the unit, where the next path belongs to another one. Paths without events belong to
    /// the unit of the path before.
    pub fn run_unit(&mut self) -> Progress {
        loop {
            match self.follow_legs().and_then(|()| self.step_and_learn()) {
                Ok(Step::Done) => {}
                Ok(Step::Unit) => return Progress::Unit,
                Ok(Step::End) => return Progress::Over(None),
                Err(halt) => return Progress::Over(Some(halt)),
            }
        }
    }

    /// Goes on to the next unit, and returns its stamp.
    pub fn next_unit(&mut self) -> u64 {
        self.events.next_unit()
    }

    /// Returns the machine.
    pub fn machine(&mut self) -> &mut M {
        &mut self.machine
    }

    /// Ends the replay, and closes activations that are still open.
    pub fn close(mut self, halted: Option<Halt>) -> (M, ReplayStats, Stop) {
        self.stats.open_activations = self.stack.len() as u64;
        self.show_counted();
        self.count_legs();
        self.stats.calls = self.calls.finish();
        self.stats.opaque = self.opaque.finish();
        self.stats.collect(&self.paths, self.index.map);
        let stop = Stop::new(halted, self.stats.open_activations, self.ended, self.events, self.index.map);
        for _ in self.stack.iter().filter(|left| !left.counted) {
            self.machine.leave();
        }
        (self.machine, self.stats, stop)
    }

    /// Returns whether the thread's end was recorded. Only asked behind the thread's last event.
    fn has_ended(&self) -> bool {
        self.events.ended().unwrap_or(self.ended)
    }

    /// Replays one step: an entry, a path, or an exit that wrote no event.
    fn step(&mut self) -> Result<Step, Halt> {
        if self.next.is_none()
            && let Some(mark) = self.events.mark()
        {
            return self.step_to_mark(mark);
        }
        let next = self.peek()?;
        let Some(&top) = self.stack.last() else { return self.bottom(next) };
        if let Call::Silent(callee) = top.call {
            self.count_silent()?;
            self.enter(callee)?;
            return Ok(Step::Done);
        }
        if let Some(held) = top.held {
            return self.go_on(held, next).map(|()| Step::Done);
        }
        let silent = || self.is_silent(top);
        match next {
            Some(path) if self.events.at_unit() && self.start_of(path) == top.start && !self.passed(top, path) => {
                return Ok(Step::Unit);
            }
            Some(path) if self.start_of(path) == top.start && self.is_held(path) => {
                self.consume();
                let height = self.stack.len();
                self.stack[height - 1].held = Some(path);
            }
            Some(path) if self.start_of(path) == top.start && !self.passed(top, path) => {
                self.begin_leg(path);
                match self.consume() {
                    None => self.run_path(path)?,
                    Some(values) => self.run_interrupted(path, values)?,
                }
            }
            Some(path) => match self.entered_by(path) {
                Some(method) if !silent() || self.expects(top, method) => {
                    self.leave_constructors()?;
                    self.enter(method)?;
                }
                _ if silent() => self.run_silent(top.start)?,
                _ => self.recover(path)?,
            },
            None if silent() && self.has_ended() => self.run_silent(top.start)?,
            None => return Ok(Step::End),
        }
        Ok(Step::Done)
    }

    /// Returns whether a path from a `Trigger` start is only the call of a traced static method. Its event is written
    /// before the call initialises the class, and it has no data.
    fn is_held(&self, path: PathRow) -> bool {
        let info = &self.paths.infos[path.index()];
        let End::Call { insn, site, .. } = info.end else { return false };
        let map = self.index.map;
        info.nodes == 1
            && self.events.interrupted_at().is_none()
            && map.starts[info.start as usize].kind == StartKind::Trigger
            && map.insns.opcode[insn.index()] == opcodes::INVOKESTATIC
            && matches!(map.sites[site as usize].mode, Mode::Traced | Mode::TracedVirtual)
    }

    /// Runs class initialisers first, and what those call that are not traced; then the path that was held back.
    fn go_on(&mut self, held: PathRow, next: Option<PathRow>) -> Result<(), Halt> {
        match next.and_then(|path| self.entered_by(path)) {
            Some(method) if self.is_initialiser(method) || self.is_not_called_by(held, method) => self.enter(method),
            _ => {
                let top = self.stack.len() - 1;
                self.stack[top].held = None;
                self.run_path(held)
            }
        }
    }

    /// Returns whether the call at the end of a path is that of another method, which has an event when it begins.
    fn is_not_called_by(&mut self, path: PathRow, method: MethodId) -> bool {
        let End::Call { site, .. } = self.paths.infos[path.index()].end else { return false };
        self.sites.is_of_other(self.index.map, site, method)
    }

    /// Returns the path of the next event; none if a mark comes before it.
    #[inline]
    fn peek(&mut self) -> Result<Option<PathRow>, Halt> {
        if self.next.is_none()
            && let Some(id) = self.events.peek()
            && id.number() < PATH_IDS
        {
            self.next = Some(self.paths.of_id(id)?);
        }
        Ok(self.next)
    }

    fn consume(&mut self) -> Option<u64> {
        self.silent_steps = 0;
        self.silent_height = self.stack.len();
        self.next = None;
        self.look_ahead();
        self.events.advance()
    }

    /// Prefetches what the next events need, in steps, because thousands of paths do not fit the first caches.
    #[inline]
    fn look_ahead(&self) {
        const FAR: usize = 8;
        const NEAR: usize = 5;
        const NOW: usize = 2;
        let path = |distance| self.events.ahead(distance).and_then(|id| self.paths.recent(id));
        if let Some(id) = self.events.ahead(FAR) {
            self.paths.prefetch(id);
        }
        if let Some(path) = path(NEAR) {
            prefetch(&self.paths.infos[path.index()].index);
            prefetch(&self.paths.infos[path.index()].arrival.left);
            self.machine.expect(path);
        }
        if let Some(path) = path(NOW) {
            self.machine.expect_now(path);
        }
    }

    #[inline]
    fn start_of(&self, path: PathRow) -> u32 {
        self.paths.infos[path.index()].start
    }

    /// Returns the method that an event enters.
    fn entered_by(&self, path: PathRow) -> Option<MethodId> {
        self.index.entered_by(self.start_of(path))
    }

    fn bottom(&mut self, next: Option<PathRow>) -> Result<Step, Halt> {
        let Some(path) = next else { return Ok(Step::End) };
        // What untraced code calls now may see what others have done since: a task of a pool, what its executor was given.
        if self.events.at_unit() {
            return Ok(Step::Unit);
        }
        match self.entered_by(path) {
            Some(method) => self.enter(method).map(|()| Step::Done),
            None => Err(self.no_owner()),
        }
    }

    fn no_owner(&mut self) -> Halt {
        Desync::NoOwner { id: self.events.peek().unwrap_or_default() }.into()
    }

    /// Returns whether an activation at a silent start waits for the entry of this method.
    fn expects(&self, top: Activation, method: MethodId) -> bool {
        match top.call {
            Call::Awaits(_) | Call::Opaque => true,
            _ => self.triggers(top.start) && self.is_initialiser(method),
        }
    }

    /// Returns whether the first instruction at a start can run a class initialiser.
    fn triggers(&self, start: u32) -> bool {
        self.index.map.starts[start as usize].kind == StartKind::Trigger
    }

    fn is_initialiser(&self, method: MethodId) -> bool {
        self.index.map.methods[method.index()].name == "<clinit>"
    }

    /// Enters a method; the state of the top activation tells the reason.
    fn enter(&mut self, method: MethodId) -> Result<(), Halt> {
        let entry = self.why(method);
        self.machine_enters(method, entry)?;
        if entry == Entry::Bottom {
            *self.stats.roots.entry(method).or_insert(0) += 1;
        }
        if let Some(top) = self.stack.last_mut() {
            match entry {
                Entry::Direct => {
                    self.legs.note(Act::Enter { caller: top.method, method });
                    top.call = Call::Answered;
                    if !top.counted {
                        self.calls.count((top.method, method));
                    }
                }
                // Only the first calls of a counted call are those of the program.
                _ if top.counted && self.counting => {}
                Entry::CallBack if self.counting => self.calls.count((top.method, method)),
                Entry::CallBack => *self.stats.callbacks.entry((top.method, method)).or_insert(0) += 1,
                Entry::Unexpected => {
                    self.stats.unexpected_entries += 1;
                    *self.stats.unexpected.entry((top.method, method)).or_insert(0) += 1;
                }
                Entry::Bottom | Entry::Initialiser => {}
            }
        }
        self.push(method, entry == Entry::Direct);
        Ok(())
    }

    /// Puts an activation on the stack.
    fn push(&mut self, method: MethodId, direct: bool) {
        let start = self.index.entry_start(method);
        let counted = self.counting;
        self.stack.push(Activation { method, start, call: Call::None, direct, held: None, counted });
    }

    /// Lets the top activation stand at a start.
    #[inline]
    fn stand(&mut self, start: u32, call: Call) {
        if let Some(top) = self.stack.last_mut() {
            (top.start, top.call) = (start, call);
        }
    }

    fn why(&self, method: MethodId) -> Entry {
        let Some(top) = self.stack.last() else { return Entry::Bottom };
        match top.call {
            Call::Awaits(expected) | Call::Silent(expected) if expected == method => Entry::Direct,
            Call::Opaque => Entry::CallBack,
            // An initialiser, or what one calls that is not traced.
            Call::None if self.triggers(top.start) => Entry::Initialiser,
            _ => Entry::Unexpected,
        }
    }

    fn run_silent(&mut self, start: u32) -> Result<(), Halt> {
        self.count_silent()?;
        let path = self.paths.of_silent(start)?;
        self.run_path(path)
    }

    /// Counts a step without an event. Activations that have ended since the last event count as well: a recursion may return
    /// from all of them at once.
    fn count_silent(&mut self) -> Result<(), Halt> {
        self.silent_steps += 1;
        self.silent_height = self.silent_height.max(self.stack.len());
        let room = (self.silent_height as u64 + 1).saturating_mul(limits::SILENT_STEPS_FLOOR);
        if self.silent_steps > room.min(limits::SILENT_STEPS_FLOOR << 12) {
            return Err(Desync::SilentCycle.into());
        }
        Ok(())
    }

    /// Executes a path of the top activation.
    fn run_path(&mut self, path: PathRow) -> Result<(), Halt> {
        let path = self.answered_variant(path);
        self.begin(path)?;
        self.end_path(path)
    }

    /// Executes the end of a path that was begun.
    fn end_path(&mut self, path: PathRow) -> Result<(), Halt> {
        let top = self.stack.len() - 1;
        let silent = self.silent_steps > 0;
        match self.paths.infos[path.index()].end {
            End::Arrive { start, .. } => {
                self.legs.note(Act::Arrive { path, silent, start });
                self.stand(start, Call::None);
                self.finish(path, Outcome::NoCall)
            }
            End::Call { site, start, .. } => {
                let caller = self.stack[top].method;
                let is_outside = self.paths.infos[path.index()].outside;
                let (outcome, call) = if self.calls_counted() {
                    self.opaque_call(caller, site)
                } else if is_outside {
                    self.untraced(caller, site)
                } else {
                    self.answer(caller, site, start)?
                };
                self.legs.note(Act::Call { path, silent, class: self.classes.call, start, outcome, call });
                self.stand(start, call);
                self.finish(path, outcome)
            }
            End::Return => {
                self.legs.note(Act::Return { path, silent });
                self.finish(path, Outcome::NoCall)?;
                self.pop_returned();
                Ok(())
            }
            End::Throws { insn } | End::CallThrew { insn } => {
                self.finish(path, Outcome::NoCall)?;
                self.unwind(|handler| handler.covers(insn));
                Ok(())
            }
        }
    }

    /// Executes a path up to a call at its end.
    fn begin(&mut self, path: PathRow) -> Result<(), Halt> {
        self.begin_uncounted(path)?;
        self.count_path(path);
        Ok(())
    }

    #[inline]
    fn begin_uncounted(&mut self, path: PathRow) -> Result<(), Halt> {
        let direct = self.stack.last().is_some_and(Activation::was_answered);
        self.classes.call = None;
        if self.is_counted() {
            return Ok(());
        }
        let info = &self.paths.infos[path.index()];
        self.machine.begin(info, direct, &mut self.events, &mut self.classes)?;
        if !self.classes.leaves.is_empty() {
            self.count_leaves(info.method);
        }
        Ok(())
    }

    fn count_leaves(&mut self, caller: MethodId) {
        for (site, class) in self.classes.leaves.drain(..) {
            if class != 0 {
                self.opaque.count((caller, site, Some(class)));
            }
        }
    }

    fn pop(&mut self) {
        if let Some(left) = self.stack.pop() {
            self.machine_leaves(left);
        }
    }

    /// Unwinds the top activation after an exception: the next event says whether one of its handlers catches it.
    /// `covers` selects the handlers by their ranges (first instruction, end).
    fn unwind(&mut self, covers: impl Fn(&Handler) -> bool) {
        // An unreadable event is reported by the next step; no handler can be found by it.
        let next = self.peek().ok().flatten();
        let Some(start) = self.catcher(next, covers) else { return self.pop() };
        self.machine_catches(self.index.map.starts[start as usize].block);
        let top = self.stack.len() - 1;
        self.stack[top].start = start;
        self.stack[top].call = Call::None;
    }

    /// Finds the handler of the top activation that catches. It is the first in range which the next event belongs to,
    /// or which catches everything and has no event.
    fn catcher(&self, next: Option<PathRow>, covers: impl Fn(&Handler) -> bool) -> Option<u32> {
        let map = self.index.map;
        let method = self.stack[self.stack.len() - 1].method;
        let handlers = &map.handlers[crate::base::span(&map.methods[method.index()].handlers)];
        let catches = |start: u32| {
            let silent = map.starts.get(start as usize).is_some_and(|start| start.silent);
            silent || next.is_some_and(|path| self.start_of(path) == start)
        };
        let covering = handlers.iter().filter(|h| covers(h));
        covering.map(|h| map.blocks[h.block.index()].start).find(|&start| catches(start))
    }

    /// Replays an exit from a constructor before `super()`, where nothing can be recorded when an exception leaves.
    /// Each instruction that may throw begins a path there, so the activation stands at the instruction that threw.
    /// Returns true if that ended the activation.
    fn run_unrecorded(&mut self) -> Result<bool, Halt> {
        let height = self.stack.len();
        let top = self.stack[height - 1];
        let map = self.index.map;
        let start = &map.starts[top.start as usize];
        let constructor = map.methods[top.method.index()].name == "<init>";
        if !constructor || !matches!(start.kind, StartKind::Split | StartKind::Trigger) {
            return Ok(false);
        }
        let first_path = PathId::new(start.base);
        if !self.has_data_of(first_path)? {
            return Ok(false);
        }
        let path = self.paths.of_id(first_path)?;
        let first = InstructionId::new(map.blocks[start.block.index()].insns.start);
        if self.paths.infos[path.index()].end != (End::Throws { insn: first }) {
            return Ok(false);
        }
        self.run_path(path)?;
        Ok(self.stack.len() < height)
    }

    /// Recovers from exits that wrote no event: pops down to the activation that stands behind the call which owns the
    /// event.
    fn recover(&mut self, path: PathRow) -> Result<(), Halt> {
        let start = self.start_of(path);
        let kind = self.index.map.starts[start as usize].kind;
        let owner = self.stack.iter().rposition(|a| a.start == start && kind == StartKind::AfterCall);
        let Some(owner) = owner else { return Err(self.no_owner()) };
        while self.stack.len() > owner + 1 {
            self.leave_unrecorded()?;
        }
        Ok(())
    }

    fn leave_unrecorded(&mut self) -> Result<(), Halt> {
        self.stats.unrecorded_exits += 1;
        if !self.run_unrecorded()? {
            self.pop();
        }
        Ok(())
    }

    /// Pops constructors that an exception has left by way of `this(…)` or `super(…)`, where none can be caught or recorded, if untraced code had
    /// called them: that goes on, and enters another method.
    fn leave_constructors(&mut self) -> Result<(), Halt> {
        let is_left = |one: &Activation| {
            matches!(one.call, Call::Answered | Call::Returned) && self.stands_behind_own_constructor(one)
        };
        let below = self.stack.iter().rposition(|one| !is_left(one));
        let Some(below) = below.filter(|&below| self.stack[below].call == Call::Opaque) else { return Ok(()) };
        while self.stack.len() > below + 1 {
            self.leave_unrecorded()?;
        }
        Ok(())
    }

    /// Returns whether an activation of a constructor stands behind a call of another one of its class, or of that above.
    fn stands_behind_own_constructor(&self, one: &Activation) -> bool {
        let map = self.index.map;
        let method = &map.methods[one.method.index()];
        let class = &map.classes[method.class.index()];
        let called = map.blocks[map.starts[one.start as usize].block.index()].after_call;
        let is_own = |site: &Site| {
            let is_of_class = *site.class == *class.name || class.super_name.as_deref() == Some(&*site.class);
            &*site.name == "<init>" && is_of_class
        };
        method.name == "<init>" && !called.is_none() && map.call_at(called).is_some_and(is_own)
    }
}
