//! Rounds of loops: iterations as the source counts them (docs/metrics.md, “Loops and methods”).
//!
//! A loop with its test at the top executes its header once for each round of the body, and once more for the test that
//! ends the loop. A loop with its test at the bottom, or left from its body, executes the header once for each round.
//! So rounds are executions of the header without those that end at the test at the top.
//!
//! Blocks and lines tell which edges leave at the test. The test consists of conditions in the header's line that
//! control reaches from the header within that line. They all leave the loop to the same place as the first of them. A
//! `break` in the same line leaves by a jump of its own, which is another block. Where a compiler saves that jump, the
//! `break` is taken for a part of the test.

use paratrace_traceformat::map::{Block, BlockId, InstructionId, LoopId, MethodId, ProgramMap};

use crate::program::outward;

/// Number of blocks at which the search for the test of a loop ends.
const MAX_BLOCKS: usize = 32;

/// Returns whether an edge leaves the innermost loop around its source block at the test at the loop's top.
pub fn leaves_at_test(map: &ProgramMap, method: MethodId, from: BlockId, to: BlockId) -> bool {
    let looped = map.blocks[from.index()].loop_;
    if looped.is_none() || is_in(map, looped, to) {
        return false;
    }
    let header = map.loops[looped.index()].header;
    // A test that decides between another round and the end is at the bottom.
    if successors(map, from).any(|next| next == header) {
        return false;
    }
    let blocks = in_the_line(map, method, looped, header);
    let exits = |block: BlockId| successors(map, block).filter(move |&next| !is_in(map, looped, next));
    let first = blocks.iter().copied().filter(|&block| exits(block).next().is_some()).min();
    blocks.contains(&from) && first.is_some_and(|first| exits(first).any(|exit| exit == to))
}

/// Lists the blocks of the header's line that control reaches from the header within that line.
fn in_the_line(map: &ProgramMap, method: MethodId, looped: LoopId, header: BlockId) -> Vec<BlockId> {
    let line = first_line(map, method, header);
    let ends_there = |block: BlockId| last_line(map, method, block).is_none_or(|last| last == line);
    let begins_there = |block: BlockId| first_line(map, method, block).is_none_or(|first| Some(first) == line);
    let mut seen = vec![header];
    let mut at = 0;
    while let Some(&block) = seen.get(at).filter(|_| seen.len() <= MAX_BLOCKS) {
        at += 1;
        // Without lines, only the header is known to belong to the test.
        if ends_there(block) && line.is_some() {
            let next = successors(map, block).filter(|&next| is_in(map, looped, next) && begins_there(next));
            let next: Vec<BlockId> = next.filter(|next| !seen.contains(next)).collect();
            seen.extend(next);
        }
    }
    seen.retain(|&block| ends_there(block));
    seen
}

fn is_in(map: &ProgramMap, looped: LoopId, block: BlockId) -> bool {
    outward(map, map.blocks[block.index()].loop_).any(|around| around == looped)
}

fn successors(map: &ProgramMap, block: BlockId) -> impl Iterator<Item = BlockId> {
    map.edges[crate::base::span(&map.blocks[block.index()].edges)].iter().map(|edge| edge.to)
}

/// Returns the line of a block's first instruction; `None` if it has no instruction or no line.
fn first_line(map: &ProgramMap, method: MethodId, block: BlockId) -> Option<u16> {
    line_at(map, method, &map.blocks[block.index()], |block| block.instructions().next())
}

fn last_line(map: &ProgramMap, method: MethodId, block: BlockId) -> Option<Option<u16>> {
    let block = &map.blocks[block.index()];
    (!block.insns.is_empty()).then(|| line_at(map, method, block, |block| block.instructions().next_back()))
}

fn line_at(
    map: &ProgramMap,
    method: MethodId,
    block: &Block,
    which: impl Fn(&Block) -> Option<InstructionId>,
) -> Option<u16> {
    map.line_of(method, map.insns.pc[which(block)?.index()])
}
