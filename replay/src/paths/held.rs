//! Values that stay on the operand stack while another call runs.

use paratrace_jvm::opcodes as op;
use paratrace_traceformat::map::{Block, InstructionId, MethodId, Op, PEI, ProgramMap};

use super::shuffle;

/// Returns the entry of the operand stack, from 0 at the bottom, that has what an arithmetic instruction makes of the result of a
/// call, if it stays there while the next call runs, as the first sum in `a + f(x) + f(y)` does. The code from one call to the
/// other has no branch and moves no entries.
pub fn held_across_call(map: &ProgramMap, method: MethodId, insn: InstructionId) -> Option<u32> {
    let opcode = map.insns.opcode[insn.index()];
    let is_arithmetic = matches!(opcode, op::IADD..=op::LXOR | op::I2L..=op::I2S);
    let can_throw = map.insns.flags[insn.index()] & PEI != 0;
    if Op::from_byte(map.insns.op[insn.index()])? != Op::Compute || !is_arithmetic || can_throw {
        return None;
    }
    let blocks = &map.methods[method.index()].blocks;
    let blocks = &map.blocks[blocks.start as usize..blocks.end as usize];
    let block = blocks.iter().find(|block| block.contains(insn))?;
    let (before, after) = (block.after_call, block.instructions().next_back()?);
    let returns = !before.is_none() && map.sites.get(map.insns.arg[before.index()] as usize)?.has_result;
    if !returns || !blocks.iter().any(|next| next.after_call == after) {
        return None;
    }
    held(map, block, insn)
}

fn held(map: &ProgramMap, block: &Block, insn: InstructionId) -> Option<u32> {
    let result = u32::from(block.height).checked_sub(1)?;
    let (mut height, mut value) = (result + 1, None);
    for at in block.instructions() {
        if shuffle(Op::from_byte(map.insns.op[at.index()])?).is_some() {
            return None;
        }
        let (pops, pushes) = map.stack_effect(at)?;
        let lowest = height.checked_sub(pops)?;
        // Nobody else takes the result before, nor the value behind.
        let taken = value.unwrap_or(result);
        if at == insn {
            value = (lowest <= result).then_some(lowest);
            value?;
        } else if lowest <= taken {
            return None;
        }
        height = lowest + pushes;
    }
    value
}
