//! Results of calls that the next iteration needs, as in `x = f(x)`: such calls wait for one another. So do calls whose result
//! decides what the next one is given, or whether there is one.

use std::sync::OnceLock;

use paratrace_jvm::opcodes::is_predicate;
use paratrace_replay::program::{ConstructId, RegionId};
use paratrace_traceformat::map::{BlockId, InstructionId, LoopId, Op, ProgramMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::algebra::Walks;
use super::body::blocks;
use super::counters::counters;
use super::exits::way_to_throw;
use super::reach::Reach;
use super::regions::Code;
use super::updates::Updates;
use crate::dependences::{Key, Kind, Points, Stat};

/// The edges of each construct.
pub(super) type EdgesOf<'e> = FxHashMap<ConstructId, Vec<(&'e Key, &'e Stat)>>;

/// Most instructions from the one that takes a result to the store of what is computed from it, in one statement.
const STATEMENT: usize = 8;

/// One call out of so many does not matter.
const SELDOM: u64 = 10;

/// The edges of each construct, and what was found of loops: several calls in one loop ask for the same.
pub(super) struct Loops<'e> {
    pub(super) edges: EdgesOf<'e>,
    walks: &'e Walks,
    reach: &'e Reach<'e>,
    carried: Vec<OnceLock<Carried<'e>>>,
}

impl<'e> Loops<'e> {
    pub(super) fn new(map: &ProgramMap, edges: EdgesOf<'e>, walks: &'e Walks, reach: &'e Reach<'e>) -> Self {
        Self { edges, walks, reach, carried: map.loops.iter().map(|_| OnceLock::new()).collect() }
    }

    fn carried(&self, points: &Points<'_>, looped: LoopId) -> &Carried<'e> {
        self.carried[looped.index()].get_or_init(|| Carried::new(points, self, looped))
    }
}

/// Returns the instructions that take a result of these calls for a caller's loop to carry on: it stores the result where its
/// next iteration reads it, other than to combine it with other results. `own` are the edges that leave the calls.
pub(super) fn feeding(points: &Points<'_>, own: &[(&Key, &Stat)], loops: &Loops<'_>) -> FxHashSet<InstructionId> {
    let taken: FxHashSet<_> = own.iter().filter(|(key, _)| is_result(points, key)).map(|(key, _)| key.tail).collect();
    taken.into_iter().filter(|&taken| is_carried_on(points, taken, loops)).collect()
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

fn is_carried_on(points: &Points<'_>, taken: InstructionId, loops: &Loops<'_>) -> bool {
    let Some(looped) = points.innermost_loop(taken) else { return false };
    let carried = loops.carried(points, looped);
    let goes_on = is_computed_with(points, taken);
    carried.by(|store| {
        let rows = store.rows_since(taken).is_some_and(|rows| (rows as usize) < STATEMENT);
        (goes_on || store == taken) && rows && points.block_of(store) == points.block_of(taken)
    }) || carried.is_decided_by(points, taken)
}

/// Returns whether an instruction makes a value of a result that others use: an element that is stored is all of its statement.
fn is_computed_with(points: &Points<'_>, taken: InstructionId) -> bool {
    points.op(taken) == Op::Store || points.map.stack_effect(taken).is_some_and(|(_, pushes)| pushes > 0)
}

/// What a loop carries from one iteration to the next.
struct Carried<'e> {
    looped: LoopId,
    /// The RAW edges of values that an iteration leaves to a later one, other than to count or to combine them with more.
    flows: Vec<&'e Key>,
}

impl<'e> Carried<'e> {
    fn new(points: &Points<'_>, loops: &Loops<'e>, looped: LoopId) -> Self {
        let construct = ConstructId::of_region(RegionId::of_loop(points.map, looped));
        let all = loops.edges.get(&construct).into_iter().flatten();
        let edges: Vec<(&'e Key, &'e Stat)> = all.filter(|(_, stat)| stat.carried > 0).copied().collect();
        let updates = Updates::of(points, loops.walks, looped, &edges);
        let counters = counters(points, looped, Some(loops.reach));
        let is_update = |key: &Key| updates.operation(key.head, key.tail).is_some() || counters.contains(&key.head);
        let flows = edges.iter().map(|&(key, _)| key).filter(|key| key.kind == Kind::Raw && !is_update(key));
        Self { looped, flows: flows.collect() }
    }

    /// Returns whether one of these stores writes what the next iteration reads, other than to combine it with more.
    fn by(&self, is_meant: impl Fn(InstructionId) -> bool) -> bool {
        self.flows.iter().any(|key| is_meant(key.head))
    }

    /// Returns whether a test of a result decides about what the loop carries on, or about its end.
    fn is_decided_by(&self, points: &Points<'_>, taken: InstructionId) -> bool {
        let map = points.map;
        let blocks = blocks(points, self.looped).collect();
        let code = Code { map, blocks, entry: map.loops[self.looped.index()].header };
        tests(points, &code, taken).into_iter().any(|test| {
            let leaves = code.next(test).any(|to| !code.blocks.contains(&to) && way_to_throw(points, to).is_none());
            let Some(region) = code.region(test) else { return true };
            // The block where both ways meet may find a value on the stack that the test has chosen.
            let chosen = region.meet.filter(|meet| map.blocks[meet.index()].height > 0);
            let is_meant = |store| {
                let block = points.block_of(store);
                block.is_some_and(|block| region.blocks.contains(&block) || chosen == Some(block))
            };
            leaves || self.by(is_meant)
        })
    }
}

/// Returns the blocks of the loop that end with a test of a result: the one that takes it, and those that load the local it
/// is stored to.
fn tests(points: &Points<'_>, code: &Code<'_>, taken: InstructionId) -> Vec<BlockId> {
    let map = points.map;
    let here = points.block_of(taken);
    let end = here.map_or(taken, |block| InstructionId::new(map.blocks[block.index()].insns.end));
    let mut statement = taken.up_to(end).take(if is_computed_with(points, taken) { STATEMENT } else { 0 });
    let kept = statement.find(|&insn| points.op(insn) == Op::Store);
    let slot = kept.map(|insn| map.insns.arg[insn.index()]);
    let loads = |insn: InstructionId| points.op(insn) == Op::Load && Some(map.insns.arg[insn.index()]) == slot;
    let looks = |block: BlockId| Some(block) == here || map.blocks[block.index()].instructions().any(loads);
    let tests = |block: BlockId| {
        let last = map.blocks[block.index()].instructions().next_back();
        last.is_some_and(|last| is_predicate(map.insns.opcode[last.index()]))
    };
    code.blocks.iter().copied().filter(|&block| looks(block) && tests(block)).collect()
}
