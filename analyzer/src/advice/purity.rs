//! Observers of a reduction: reads of the values that it goes through.

use paratrace_replay::base::arithmetic::iinc;
use paratrace_replay::program::outward;
use paratrace_traceformat::map::{BlockId, LoopId, Op, ProgramMap};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dependences::{Key, Kind, Points};

/// The reads of what each instruction wrote, over all constructs.
pub(super) struct Readers {
    by_writer: FxHashMap<u32, FxHashSet<u32>>,
}

impl Readers {
    pub(super) fn new<'e>(edges: impl Iterator<Item = &'e Key>) -> Self {
        let mut by_writer: FxHashMap<u32, FxHashSet<u32>> = FxHashMap::default();
        for key in edges.filter(|key| key.kind == Kind::Raw) {
            by_writer.entry(key.head).or_default().insert(key.tail);
        }
        Self { by_writer }
    }

    /// Returns whether something else than `load` reads what `store` writes, within the iteration that writes it.
    /// `leaving` are the edges to reads after that iteration.
    pub(super) fn sees(
        &self,
        points: &Points<'_>,
        looped: LoopId,
        load: u32,
        store: u32,
        leaving: &FxHashSet<(u32, u32)>,
    ) -> bool {
        let elsewhere = self
            .by_writer
            .get(&store)
            .is_some_and(|readers| readers.iter().any(|&reader| reader != load && !leaving.contains(&(store, reader))));
        elsewhere || reads_in_body(points, looped, load)
    }
}

/// Returns whether another instruction of the loop's own method reads, in the loop, what `load` reads: the same local
/// or field.
fn reads_in_body(points: &Points<'_>, looped: LoopId, load: u32) -> bool {
    let map = points.map;
    let read = place(map, load);
    let method = points.method_with(map.loops[looped.index()].header);
    read.is_some()
        && map.methods[method.index()]
            .blocks
            .clone()
            .map(BlockId::new)
            .filter(|&block| is_in(map, block, looped))
            .any(|block| map.blocks[block.index()].insns.clone().any(|insn| insn != load && place(map, insn) == read))
}

/// Returns the local or field that an instruction reads; `None` if its operands do not name it.
fn place(map: &ProgramMap, insn: u32) -> Option<(Op, u32)> {
    let (op, arg) = (Op::from_byte(map.insns.op[insn as usize])?, map.insns.arg[insn as usize]);
    match op {
        Op::Load | Op::GetField | Op::GetStatic => Some((op, arg)),
        Op::Iinc => Some((Op::Load, iinc(arg).0)),
        _ => None,
    }
}

fn is_in(map: &ProgramMap, block: BlockId, looped: LoopId) -> bool {
    outward(map, map.blocks[block.index()].loop_).any(|around| around == looped)
}
