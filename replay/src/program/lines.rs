//! Positions of code in its method and in the source.

use paratrace_traceformat::map::{BlockId, MethodId, ProgramMap};

use crate::base::span;

/// Returns the source line of an instruction; -1 if the class file has none.
pub fn line(map: &ProgramMap, method: MethodId, pc: u16) -> i32 {
    map.line_of(method, pc).map_or(-1, i32::from)
}

/// Returns the bytecode offset of the first instruction at a block; for an empty block, that of its successor.
pub fn first_pc(map: &ProgramMap, block: BlockId) -> u16 {
    let mut at = block;
    for _ in 0..map.blocks.len() {
        let here = &map.blocks[at.index()];
        if let Some(insn) = here.instructions().next() {
            return map.insns.pc[insn.index()];
        }
        match map.edges[span(&here.edges)].first() {
            Some(edge) => at = edge.to,
            None => break,
        }
    }
    0
}
