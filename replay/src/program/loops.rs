//! Loops at arrivals: those that an arrival leaves, continues and opens (docs/format.md section 1.6).

use paratrace_traceformat::map::{BlockId, LoopId, ProgramMap};

/// The effect of arriving at a block on the loops of an activation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Number of open loops that are left.
    pub left: u32,
    /// Whether the innermost loop that stays open begins its next iteration.
    pub next: bool,
    /// Loops that are opened, outermost first.
    pub opened: Box<[LoopId]>,
    /// Whether the last opened loop is opened at its header.
    pub at_header: bool,
}

/// Lists a loop (or nothing for `NONE`) and the loops around it, innermost first.
pub fn outward(map: &ProgramMap, innermost: LoopId) -> impl Iterator<Item = LoopId> {
    let is_loop = |&looped: &LoopId| !looped.is_none();
    let parent = move |&looped: &LoopId| Some(map.loops[looped.index()].parent).filter(is_loop);
    std::iter::successors(Some(innermost).filter(is_loop), parent).take(map.loops.len())
}

/// Returns whether control can enter a loop, and all loops around it, only at their headers.
pub fn is_reducible(map: &ProgramMap, looped: LoopId) -> bool {
    outward(map, looped).all(|around| map.loops[around.index()].reducible)
}

/// Lists the loops around a block, outermost first.
fn chain(map: &ProgramMap, block: BlockId) -> Vec<LoopId> {
    let mut chain: Vec<LoopId> = outward(map, map.blocks[block.index()].loop_).collect();
    chain.reverse();
    chain
}

/// Returns the effect of control arriving at `to` from `from`, or entering the method there.
pub fn arrival(map: &ProgramMap, from: Option<BlockId>, to: BlockId) -> Arrival {
    let before = from.map_or_else(Vec::new, |block| chain(map, block));
    let after = chain(map, to);
    let common = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let is_header = |l: &LoopId| map.loops[l.index()].header == to;
    Arrival {
        left: (before.len() - common) as u32,
        next: common == after.len() && after.last().is_some_and(is_header),
        at_header: common < after.len() && after.last().is_some_and(is_header),
        opened: after[common..].into(),
    }
}
