//! Which block control comes from.

use paratrace_traceformat::map::{BlockId, MethodId, ProgramMap, StartKind};

use crate::base::span;

/// Lists a block and those before it in the code from which control always comes to it, the nearest first: the call of one ends it, or
/// the next is cut off only to end a path.
pub fn always_before(map: &ProgramMap, method: MethodId, block: BlockId) -> impl Iterator<Item = BlockId> {
    let blocks = &map.methods[method.index()].blocks;
    std::iter::successors(Some(block), move |&block| directly_before(map, method, block)).take(blocks.len())
}

fn directly_before(map: &ProgramMap, method: MethodId, block: BlockId) -> Option<BlockId> {
    let mut blocks = map.methods[method.index()].blocks.clone().map(BlockId::new);
    let here = &map.blocks[block.index()];
    let before = if here.after_call.is_none() {
        let kind = map.starts.get(here.start as usize)?.kind;
        let leads_here = |from: &BlockId| next(map, *from).any(|to| to == block);
        let mut from = blocks.filter(leads_here);
        let only = from.next().filter(|_| matches!(kind, StartKind::Trigger | StartKind::Split))?;
        (from.next().is_none() && next(map, only).count() == 1).then_some(only)
    } else {
        blocks.find(|other| map.blocks[other.index()].contains(here.after_call))
    };
    before.filter(|before| map.blocks[before.index()].insns.end == here.insns.start)
}

fn next(map: &ProgramMap, block: BlockId) -> impl Iterator<Item = BlockId> {
    map.edges[span(&map.blocks[block.index()].edges)].iter().map(|edge| edge.to)
}
