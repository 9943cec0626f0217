//! Operand-stack heights, and what may end a block.

use super::{bad, rows};
use crate::map::{BlockId, InstructionId, MapError, Method, Mode, Op, PEI, ProgramMap};

/// Walks every block once: heights stay at or above zero, agree with those of the blocks behind the edges, and what ends a
/// path stands at the end of its block.
pub(super) fn check(map: &ProgramMap, m: &Method) -> Result<(), MapError> {
    for (id, block) in m.blocks.clone().zip(rows(&map.blocks, &m.blocks)) {
        let mut height = u32::from(block.height);
        for insn in block.instructions() {
            let Some((pops, pushes)) = map.stack_effect(insn) else { continue };
            match height.checked_sub(pops) {
                Some(left) => height = left.saturating_add(pushes),
                None => return bad("insn", insn.number(), "stack height", height, format!("{pops} entries to pop")),
            }
            if is_last_only(map, insn) && insn.number() + 1 != block.insns.end {
                return bad("block", id, "insns", insn.number(), "to end behind this instruction");
            }
        }
        check_end(map, BlockId::new(id))?;
        for (row, edge) in block.edges.clone().zip(rows(&map.edges, &block.edges)) {
            let to = u32::from(map.blocks[edge.to.index()].height);
            if to != height {
                return bad("edge", row, "height of its target", to, format!("{height}, as its block leaves it"));
            }
        }
    }
    Ok(())
}

/// True if a path ends with this instruction.
fn is_last_only(map: &ProgramMap, insn: InstructionId) -> bool {
    match Op::from_byte(map.insns.op[insn.index()]) {
        Some(Op::Throw | Op::Return | Op::ReturnValue) => true,
        Some(Op::Invoke) => is_cut_call(map, insn),
        _ => false,
    }
}

fn is_cut_call(map: &ProgramMap, insn: InstructionId) -> bool {
    map.sites.get(map.insns.arg[insn.index()] as usize).is_some_and(|s| s.mode != Mode::Leaf)
}

/// Exits have no edges, a cut call one to the block after it, anything else at least one.
fn check_end(map: &ProgramMap, id: BlockId) -> Result<(), MapError> {
    let block = &map.blocks[id.index()];
    let edges = rows(&map.edges, &block.edges);
    let last = block.instructions().next_back();
    let op = last.and_then(|insn| Op::from_byte(map.insns.op[insn.index()]));
    match (op, last) {
        (Some(Op::Throw | Op::Return | Op::ReturnValue), Some(insn)) => {
            if !edges.is_empty() {
                return bad("block", id.number(), "edges", edges.len() as u64, "none behind an exit");
            }
            if op == Some(Op::Throw) && map.insns.flags[insn.index()] & PEI == 0 {
                return bad("insn", insn.number(), "flags", map.insns.flags[insn.index()], "PEI, as it throws");
            }
            Ok(())
        }
        (Some(Op::Invoke), Some(insn)) if is_cut_call(map, insn) => check_cut_call(map, id, insn),
        _ if edges.is_empty() => bad("block", id.number(), "edges", 0u32, "an edge, or an exit before it"),
        _ => Ok(()),
    }
}

fn check_cut_call(map: &ProgramMap, id: BlockId, insn: InstructionId) -> Result<(), MapError> {
    let block = &map.blocks[id.index()];
    let [edge] = rows(&map.edges, &block.edges) else {
        return bad("block", id.number(), "edges", block.edges.len() as u64, "one, to the block after the call");
    };
    if !edge.cut {
        return bad("edge", block.edges.start, "cut", 0u32, "1, as it leads behind a call");
    }
    let after = map.blocks[edge.to.index()].after_call;
    if after != insn {
        return bad("block", edge.to.number(), "after_call", after.number(), format!("{insn}, the call before it"));
    }
    if map.insns.flags[insn.index()] & PEI != 0 {
        return bad("insn", insn.number(), "flags", map.insns.flags[insn.index()], "no PEI at a cut call");
    }
    Ok(())
}
