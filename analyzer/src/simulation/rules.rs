//! Which dependences count: the rungs of the unlock ladder.

use paratrace_traceformat::map::{Effect, INDUCTION, NONE, Op, ProgramMap};
use rustc_hash::FxHashMap;

use crate::dependences::{Key, Kind, Points};
use crate::model::{Via, ViaKind};

/// A static region that is simulated: a method's number, or that of a loop after all methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Region(pub(crate) u32);

impl Region {
    /// Its loop's number, if it is a loop.
    pub(crate) fn looped(self, map: &ProgramMap) -> Option<u32> {
        self.0.checked_sub(map.methods.len() as u32)
    }
}

/// What dependences run through, as one thing that a programmer can change.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Blocker {
    pub(crate) via: Via,
    /// Array elements have no name: where they are written and read.
    pub(crate) ends: Option<(u32, u32)>,
}

/// A rung of the ladder: what does not count.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rung {
    /// Dependences through the loop's own counters, and WAR and WAW through locals: a task has locals of its own.
    pub(crate) counters: bool,
    /// WAR and WAW: every task has copies of its own.
    pub(crate) copies: bool,
    /// RAW through these.
    pub(crate) removed: Vec<Blocker>,
}

/// A static dependence.
pub(crate) type Pair = (Kind, u32, u32);

/// Says of each static dependence on which rungs it counts.
pub(super) struct Rules<'m> {
    map: &'m ProgramMap,
    points: &'m Points<'m>,
    region: Region,
    rungs: Vec<Rung>,
    known: FxHashMap<Pair, u32>,
}

impl<'m> Rules<'m> {
    pub(super) fn new(map: &'m ProgramMap, points: &'m Points<'m>, region: Region, rungs: Vec<Rung>) -> Self {
        Self { map, points, region, rungs, known: FxHashMap::default() }
    }

    pub(super) fn rungs(&self) -> &[Rung] {
        &self.rungs
    }

    /// One bit per rung: does the dependence count there?
    pub(super) fn counts(&mut self, pair: Pair) -> u32 {
        if let Some(&known) = self.known.get(&pair) {
            return known;
        }
        let rungs = self.rungs.iter().enumerate().filter(|(_, rung)| self.counts_on(rung, pair));
        let bits = rungs.fold(0, |bits, (at, _)| bits | 1 << at);
        self.known.insert(pair, bits);
        bits
    }

    fn counts_on(&self, rung: &Rung, pair: Pair) -> bool {
        let (kind, head, tail) = pair;
        if rung.counters && (self.is_counter(kind, head, tail) || self.overwrites_local(kind, tail)) {
            return false;
        }
        match kind {
            Kind::War | Kind::Waw => !rung.copies,
            Kind::Raw | Kind::State => rung.removed.is_empty() || !rung.removed.contains(&blocker(self.points, pair)),
        }
    }

    /// Does a local only get another value?
    fn overwrites_local(&self, kind: Kind, tail: u32) -> bool {
        matches!(kind, Kind::War | Kind::Waw) && matches!(self.points.op(tail), Op::Store | Op::Iinc)
    }

    /// Does a dependence run through a counter of the simulated loop?
    fn is_counter(&self, kind: Kind, head: u32, tail: u32) -> bool {
        match kind {
            Kind::Raw => self.counts_loop(head),
            Kind::War => self.counts_loop(tail),
            Kind::Waw => self.counts_loop(head) || self.counts_loop(tail),
            Kind::State => false,
        }
    }

    /// Is an instruction the `iinc` of a counter of the simulated loop itself?
    fn counts_loop(&self, insn: u32) -> bool {
        let Some(looped) = self.region.looped(self.map) else { return false };
        let around = || self.points.innermost_loop(insn);
        self.map.insns.flags[insn as usize] & INDUCTION != 0 && around() == Some(looped)
    }
}

/// What a dependence runs through.
pub(crate) fn location(points: &Points<'_>, (kind, head, tail): Pair) -> Via {
    // Calls of untraced code meet at an object's state, whichever of them only looks.
    let calls = [head, tail].iter().all(|&insn| has_state(points, insn));
    let kind = if calls { Kind::State } else { kind };
    points.location(&Key { construct: NONE, kind, head, tail })
}

fn has_state(points: &Points<'_>, insn: u32) -> bool {
    let site = points.map.sites.get(points.map.insns.arg[insn as usize] as usize);
    points.op(insn) == Op::Invoke && site.is_some_and(|site| site.effect == Effect::State)
}

/// What a dependence runs through that carries a value.
pub(crate) fn blocker(points: &Points<'_>, pair: Pair) -> Blocker {
    let via = location(points, pair);
    let ends = (via.kind == ViaKind::Element).then_some((pair.1, pair.2));
    Blocker { via, ends }
}
