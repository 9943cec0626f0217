//! Which block an instruction is in, and from where control comes to a block. Advice asks at every operand that it follows, and methods may be
//! long: all answers are found together.

use paratrace_replay::base::span;
use paratrace_traceformat::map::{BlockId, InstructionId, ProgramMap};

/// The blocks of all methods.
pub(super) struct Flow {
    /// The block of each instruction.
    blocks: Vec<Option<BlockId>>,
    /// The end of each block's list in `before`.
    ends: Vec<u32>,
    /// For each edge to a block the block that it comes from, ascending.
    before: Vec<BlockId>,
}

impl Flow {
    pub(super) fn new(map: &ProgramMap) -> Self {
        let mut blocks = vec![None; map.insns.op.len()];
        // Until they are filled, the ends are where the lists begin.
        let mut ends = vec![0u32; map.blocks.len() + 1];
        for (block, described) in BlockId::all().zip(&map.blocks) {
            blocks[span(&described.insns)].fill(Some(block));
            map.edges[span(&described.edges)].iter().for_each(|edge| ends[edge.to.index() + 1] += 1);
        }
        for block in 1..ends.len() {
            ends[block] += ends[block - 1];
        }
        let mut before = vec![BlockId::new(0); ends.last().map_or(0, |&count| count as usize)];
        for (block, described) in BlockId::all().zip(&map.blocks) {
            for edge in &map.edges[span(&described.edges)] {
                let end = &mut ends[edge.to.index()];
                before[*end as usize] = block;
                *end += 1;
            }
        }
        Self { blocks, ends, before }
    }

    /// Returns the block of an instruction; `None` if there is no such instruction.
    pub(super) fn block_of(&self, insn: InstructionId) -> Option<BlockId> {
        self.blocks.get(insn.index()).copied().flatten()
    }

    /// Lists the blocks from which control comes to a block, other than by an exception: one for each edge.
    pub(super) fn before(&self, block: BlockId) -> &[BlockId] {
        let first = block.index().checked_sub(1).map_or(0, |last| self.ends[last]);
        &self.before[first as usize..self.ends[block.index()] as usize]
    }
}
