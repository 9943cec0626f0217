//! Rules: the dependences that count on each rung of the unlock ladder.

use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::{Effect, INDUCTION, InstructionId, Op, ProgramMap};
use rustc_hash::FxHashMap;

use crate::dependences::{Key, Kind, Points};
use crate::model::{Via, ViaKind};

/// An obstacle to parallelism that a programmer can change: the location that dependences run through.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Blocker {
    pub(crate) via: Via,
    /// The writing and the reading instruction of array elements, which have no name.
    pub(crate) ends: Option<(InstructionId, InstructionId)>,
}

/// A location through which RAW dependences do not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FreedVia {
    pub(crate) via: Via,
    /// The only method in which the ends of those dependences are, if calls are the tasks; `None` for any. What follows all calls
    /// waits for what they put together at the end.
    pub(crate) method: Option<String>,
}

impl FreedVia {
    /// Frees a location wherever dependences through it end.
    pub(crate) fn anywhere(via: &Via) -> Self {
        Self { via: via.clone(), method: None }
    }
}

/// What waits for calls by overwriting what they have read or written; what needs what they did waits anyway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overwriting {
    /// Nothing does, as nothing overwrites that.
    Nothing,
    /// Calls that change objects whose code is not traced.
    OfObjects,
    /// All that overwrites. No call needs a copy of what follows it overwrites.
    All,
}

/// A rung of the ladder: the dependences that do not count.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rung {
    /// Ignores dependences through the loop's own counters, and WAR and WAW through locals, of which each task has its
    /// own.
    pub(crate) counters: bool,
    /// Ignores WAR and WAW: every task has private copies.
    pub(crate) copies: bool,
    /// RAW dependences through these do not count.
    pub(crate) removed: Vec<Blocker>,
    /// RAW dependences through these locations do not count.
    pub(crate) freed: Vec<FreedVia>,
    /// Dependences from the first to the second of these calls do not count.
    pub(crate) apart: Vec<(InstructionId, InstructionId)>,
    /// Cost of each iteration that the thread which creates tasks has before it can create the next one.
    pub(crate) stage: u64,
    /// All tasks run twice: first for what later ones need of them, then for their results (a parallel prefix sum).
    pub(crate) twice: bool,
    /// What depends on a call waits for all calls that were not waited for before, and does so before the loop or call that it is
    /// in; `None` if it waits for that call alone, where it needs it.
    pub(crate) waits_for_all: Option<Overwriting>,
}

impl Rung {
    /// Returns whether what overwrites may wait for calls that have read or written it.
    pub(crate) fn waits_to_overwrite(&self) -> bool {
        self.waits_for_all.is_some_and(|overwriting| overwriting != Overwriting::Nothing)
    }

    /// Returns how often all tasks run.
    pub(crate) fn passes(&self) -> u64 {
        if self.twice { 2 } else { 1 }
    }

    fn removes(&self, points: &Points<'_>, pair: Pair, needed_by: NeededBy) -> bool {
        let blocker = blocker(points, pair);
        let ends_in = |method: &String| points.map.method_name(points.method_of(pair.2)) == *method;
        let is_freed = |method: &String| match needed_by {
            NeededBy::Sibling => true,
            NeededBy::Task => ends_in(method),
            NeededBy::Rest => false,
        };
        let mut freed = self.freed.iter().filter(|freed| freed.via == blocker.via);
        freed.any(|freed| freed.method.as_ref().is_none_or(is_freed)) || self.removed.contains(&blocker)
    }

    fn removes_some(&self) -> bool {
        !(self.freed.is_empty() && self.removed.is_empty())
    }
}

/// What needs what a task did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum NeededBy {
    /// Another task: of two calls, one that neither is inside of.
    Sibling,
    /// A call that the task is inside of.
    Task,
    /// What follows all calls.
    Rest,
}

/// A static dependence: kind, earlier and later instruction.
pub(crate) type Pair = (Kind, InstructionId, InstructionId);

/// Decides on which rungs a static dependence counts.
pub(super) struct Rules<'m> {
    map: &'m ProgramMap,
    points: &'m Points<'m>,
    construct: ConstructId,
    rungs: Vec<Rung>,
    known: FxHashMap<(Pair, NeededBy), u32>,
}

impl<'m> Rules<'m> {
    pub(super) fn new(map: &'m ProgramMap, points: &'m Points<'m>, construct: ConstructId, rungs: Vec<Rung>) -> Self {
        Self { map, points, construct, rungs, known: FxHashMap::default() }
    }

    pub(super) fn rungs(&self) -> &[Rung] {
        &self.rungs
    }

    /// Returns one bit per rung, set if the dependence counts there.
    pub(super) fn counts(&mut self, pair: Pair, needed_by: NeededBy) -> u32 {
        if let Some(&known) = self.known.get(&(pair, needed_by)) {
            return known;
        }
        let rungs = self.rungs.iter().enumerate().filter(|(_, rung)| self.counts_on(rung, pair, needed_by));
        let bits = rungs.fold(0, |bits, (at, _)| bits | 1 << at);
        self.known.insert((pair, needed_by), bits);
        bits
    }

    /// Returns whether a dependence runs through the result of a call.
    pub(super) fn is_result(&self, (kind, head, _): Pair) -> bool {
        kind == Kind::Raw && self.points.op(head) == Op::ReturnValue
    }

    /// Returns whether what follows calls waits for them on a rung before it overwrites what they have used.
    pub(super) fn waits_to_overwrite(&self, rung: usize, (_, head, tail): Pair) -> bool {
        match self.rungs[rung].waits_for_all {
            None | Some(Overwriting::Nothing) => false,
            Some(Overwriting::All) => true,
            Some(Overwriting::OfObjects) => [head, tail].iter().all(|&insn| has_state(self.points, insn)),
        }
    }

    fn counts_on(&self, rung: &Rung, pair: Pair, needed_by: NeededBy) -> bool {
        let (kind, head, tail) = pair;
        if rung.counters && (self.is_counter(kind, head, tail) || self.overwrites_local(kind, tail)) {
            return false;
        }
        if kind.is_flow() && rung.apart.contains(&(head, tail)) {
            return false;
        }
        if kind.is_flow() { !rung.removes_some() || !rung.removes(self.points, pair, needed_by) } else { !rung.copies }
    }

    /// Returns whether a dependence only overwrites a local.
    fn overwrites_local(&self, kind: Kind, tail: InstructionId) -> bool {
        matches!(kind, Kind::War | Kind::Waw) && matches!(self.points.op(tail), Op::Store | Op::Iinc)
    }

    /// Returns whether a dependence runs through a counter of the simulated loop.
    fn is_counter(&self, kind: Kind, head: InstructionId, tail: InstructionId) -> bool {
        match kind {
            Kind::Raw => self.counts_loop(head),
            Kind::War => self.counts_loop(tail),
            Kind::Waw => self.counts_loop(head) || self.counts_loop(tail),
            Kind::State | Kind::Passed | Kind::Unseen => false,
        }
    }

    /// Returns whether an instruction is the `iinc` of a counter of the simulated loop itself.
    fn counts_loop(&self, insn: InstructionId) -> bool {
        let region = self.construct.region(self.map);
        let Some(looped) = region.and_then(|region| region.looped(self.map)) else { return false };
        let around = || self.points.innermost_loop(insn);
        self.map.insns.flags[insn.index()] & INDUCTION != 0 && around() == Some(looped)
    }
}

/// Returns the location that a dependence runs through.
pub(crate) fn location(points: &Points<'_>, (kind, head, tail): Pair) -> Via {
    // Two calls of untraced code meet at an object's state, even if one of them only reads it.
    let calls = [head, tail].iter().all(|&insn| has_state(points, insn));
    let kind = if calls { Kind::State } else { kind };
    points.location(&Key::new(ConstructId::NONE, kind, head, tail))
}

fn has_state(points: &Points<'_>, insn: InstructionId) -> bool {
    let site = points.map.sites.get(points.map.insns.arg[insn.index()] as usize);
    points.op(insn) == Op::Invoke && site.is_some_and(|site| site.effect == Effect::State)
}

/// Returns the obstacle that a dependence is, as a programmer can change it.
pub(crate) fn blocker(points: &Points<'_>, pair: Pair) -> Blocker {
    let via = location(points, pair);
    let ends = (via.kind == ViaKind::Element).then_some((pair.1, pair.2));
    Blocker { via, ends }
}
