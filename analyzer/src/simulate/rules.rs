//! Which dependences count: the rungs of the unlock ladder.

use paratrace_traceformat::map::{INDUCTION, ProgramMap};
use rustc_hash::FxHashMap;

use crate::distances::Kind;
use crate::results::{Points, Via, ViaKind};

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
    /// Dependences through the loop's own counters.
    pub(crate) counters: bool,
    /// WAR and WAW: every task has copies of its own.
    pub(crate) copies: bool,
    /// RAW through these.
    pub(crate) removed: Vec<Blocker>,
}

/// A static dependence.
pub(super) type Pair = (Kind, u32, u32);

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
        if rung.counters && self.is_counter(kind, head, tail) {
            return false;
        }
        match kind {
            Kind::War | Kind::Waw => !rung.copies,
            Kind::Raw => rung.removed.is_empty() || !rung.removed.contains(&blocker(self.points, head, tail)),
        }
    }

    /// Does a dependence run through a counter of the simulated loop?
    fn is_counter(&self, kind: Kind, head: u32, tail: u32) -> bool {
        match kind {
            Kind::Raw => self.counts_loop(head),
            Kind::War => self.counts_loop(tail),
            Kind::Waw => self.counts_loop(head) || self.counts_loop(tail),
        }
    }

    /// Is an instruction the `iinc` of a counter of the simulated loop itself?
    fn counts_loop(&self, insn: u32) -> bool {
        let Some(looped) = self.region.looped(self.map) else { return false };
        self.map.insns.flags[insn as usize] & INDUCTION != 0 && self.points.loop_of(insn) == Some(looped)
    }
}

/// What a RAW dependence runs through.
pub(crate) fn blocker(points: &Points<'_>, head: u32, tail: u32) -> Blocker {
    let via = points.via(Kind::Raw, head, tail);
    let ends = (via.kind == ViaKind::Element).then_some((head, tail));
    Blocker { via, ends }
}
