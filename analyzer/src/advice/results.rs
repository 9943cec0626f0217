//! Results of calls that the next iteration needs, as in `x = f(x)`: such calls wait for one another. So do calls whose result
//! decides what the next one is given, or whether there is one.

use std::cell::OnceCell;

use paratrace_jvm::opcodes::is_predicate;
use paratrace_replay::program::{ConstructId, RegionId};
use paratrace_traceformat::map::{BlockId, InstructionId, LoopId, Op};
use rustc_hash::{FxHashMap, FxHashSet};

use super::body::blocks;
use super::counters::counters;
use super::exits::way_to_throw;
use super::regions::Code;
use super::updates::Updates;
use crate::dependences::{Key, Kind, Points, Stat};

/// The edges of each construct.
pub(super) type EdgesOf<'e> = FxHashMap<ConstructId, Vec<(&'e Key, &'e Stat)>>;

/// Most instructions from the one that takes a result to the store of what is computed from it, in one statement.
const STATEMENT: usize = 8;

/// One call out of so many does not matter.
const SELDOM: u64 = 10;

/// Returns the instructions that take a result of these calls for a caller's loop to carry on: it stores the result where its
/// next iteration reads it, other than to combine it with other results. `own` are the edges that leave the calls.
pub(super) fn feeding(points: &Points<'_>, own: &[(&Key, &Stat)], all: &EdgesOf<'_>) -> FxHashSet<InstructionId> {
    let taken = own.iter().filter(|(key, _)| is_result(points, key)).map(|(key, _)| key.tail);
    taken.filter(|&taken| is_carried_on(points, taken, all)).collect()
}

/// Returns whether a dependence runs through the result of a call.
pub(super) fn is_result(points: &Points<'_>, key: &Key) -> bool {
    key.kind == Kind::Raw && points.op(key.head) == Op::ReturnValue
}

/// Returns whether so few of these calls feed no other one that tasks of them would be no gain.
pub(super) fn feed_next(feeding: &FxHashSet<InstructionId>, own: &[(&Key, &Stat)], calls: u64) -> bool {
    let taken = own.iter().filter(|(key, _)| key.kind == Kind::Raw && feeding.contains(&key.tail));
    let fed: u64 = taken.map(|(_, stat)| stat.count).sum();
    fed > 0 && calls.saturating_sub(fed) * SELDOM <= calls
}

fn is_carried_on(points: &Points<'_>, taken: InstructionId, all: &EdgesOf<'_>) -> bool {
    let Some(looped) = points.innermost_loop(taken) else { return false };
    let carried = Carried::new(points, looped, all);
    carried.by(|store| {
        let rows = store.rows_since(taken).is_some_and(|rows| (rows as usize) < STATEMENT);
        rows && points.block_of(store) == points.block_of(taken)
    }) || carried.is_decided_by(taken)
}

/// What a loop carries from one iteration to the next.
struct Carried<'a> {
    points: &'a Points<'a>,
    looped: LoopId,
    /// The edges of values that an iteration leaves to a later one.
    edges: Vec<(&'a Key, &'a Stat)>,
    /// The stores of what is neither a counter nor combined with more.
    stores: OnceCell<FxHashSet<InstructionId>>,
}

impl<'a> Carried<'a> {
    fn new(points: &'a Points<'a>, looped: LoopId, all: &'a EdgesOf<'_>) -> Self {
        let construct = ConstructId::of_region(RegionId::of_loop(points.map, looped));
        let edges = all.get(&construct).into_iter().flatten().filter(|(_, stat)| stat.carried > 0).copied();
        Self { points, looped, edges: edges.collect(), stores: OnceCell::new() }
    }

    /// Returns whether one of these stores writes what the next iteration reads, other than to combine it with more.
    fn by(&self, is_meant: impl Fn(InstructionId) -> bool) -> bool {
        let is_meant = |key: &Key| key.kind == Kind::Raw && is_meant(key.head);
        let mut heads = self.edges.iter().filter(|(key, _)| is_meant(key)).map(|(key, _)| key.head);
        heads.any(|head| self.stores().contains(&head))
    }

    fn stores(&self) -> &FxHashSet<InstructionId> {
        self.stores.get_or_init(|| {
            let updates = Updates::of(self.points, self.looped, &self.edges);
            let counters = counters(self.points, self.looped);
            let is_update = |key: &Key| updates.operation(key.head, key.tail).is_some() || counters.contains(&key.head);
            let flows = self.edges.iter().filter(|(key, _)| key.kind == Kind::Raw && !is_update(key));
            flows.map(|(key, _)| key.head).collect()
        })
    }

    /// Returns whether a test of a result decides about what the loop carries on, or about its end.
    fn is_decided_by(&self, taken: InstructionId) -> bool {
        let map = self.points.map;
        let code = Code {
            map,
            blocks: blocks(self.points, self.looped).collect(),
            entry: map.loops[self.looped.index()].header,
        };
        self.tests(&code, taken).into_iter().any(|test| {
            let leaves =
                code.next(test).any(|to| !code.blocks.contains(&to) && way_to_throw(self.points, to).is_none());
            let Some(region) = code.region(test) else { return true };
            // The block where both ways meet may find a value on the stack that the test has chosen.
            let chosen = region.meet.filter(|meet| map.blocks[meet.index()].height > 0);
            let is_meant = |store| {
                let block = self.points.block_of(store);
                block.is_some_and(|block| region.blocks.contains(&block) || chosen == Some(block))
            };
            leaves || self.by(is_meant)
        })
    }

    /// Returns the blocks of the loop that end with a test of a result: the one that takes it, and those that load the local it
    /// is stored to.
    fn tests(&self, code: &Code<'_>, taken: InstructionId) -> Vec<BlockId> {
        let map = self.points.map;
        let here = self.points.block_of(taken);
        let end = here.map_or(taken, |block| InstructionId::new(map.blocks[block.index()].insns.end));
        let kept = taken.up_to(end).take(STATEMENT).find(|&insn| self.points.op(insn) == Op::Store);
        let slot = kept.map(|insn| map.insns.arg[insn.index()]);
        let loads = |insn: InstructionId| self.points.op(insn) == Op::Load && Some(map.insns.arg[insn.index()]) == slot;
        let looks = |block: BlockId| Some(block) == here || map.blocks[block.index()].instructions().any(loads);
        let tests = |block: BlockId| {
            let last = map.blocks[block.index()].instructions().next_back();
            last.is_some_and(|last| is_predicate(map.insns.opcode[last.index()]))
        };
        code.blocks.iter().copied().filter(|&block| looks(block) && tests(block)).collect()
    }
}
