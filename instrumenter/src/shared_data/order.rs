//! The order in which blocks are walked, and what loops change.

use std::collections::BTreeSet;

use paratrace_classfile::opcodes as op;

use super::flow::Flow;
use crate::method::Cfg;

/// Blocks in reverse postorder: every way into a block that is not the way back of a loop comes before it.
pub(super) fn order(cfg: &Cfg) -> Vec<usize> {
    let (mut seen, mut order) = (vec![false; cfg.blocks.len()], Vec::new());
    let mut todo = vec![(0, false)];
    while let Some((block, done)) = todo.pop() {
        if done {
            order.push(block);
        } else if !std::mem::replace(&mut seen[block], true) {
            todo.push((block, true));
            let next = cfg.next(block).iter().chain(cfg.all_handlers(block));
            todo.extend(next.rev().map(|&to| (to, false)));
        }
    }
    order.reverse();
    order
}

/// Locals that a loop assigns.
pub(super) fn assigned(flow: &Flow, index: usize) -> BTreeSet<usize> {
    let blocks = (0..flow.cfg.blocks.len()).filter(|&block| flow.loops.within(flow.loops.innermost[block], index));
    let insns = blocks.flat_map(|block| flow.cfg.blocks[block].first..flow.cfg.blocks[block].end);
    let writes = |at: usize| {
        let insn = &flow.body.insns[at];
        insn.local().filter(|_| matches!(insn.opcode, op::ISTORE..=op::ASTORE_3 | op::IINC)).map(usize::from)
    };
    insns.filter_map(writes).collect()
}
