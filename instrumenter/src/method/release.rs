//! Handlers that catch everything, leave monitors and throw again: the compiler's part of `synchronized`.
//!
//! No probe may run there. Such a handler often protects itself, so that a probe at the end of the stack would be run for
//! ever, or the monitor be left twice. None is needed either: where an exception is thrown says all.

use std::ops::Range;

use paratrace_classfile::opcodes as op;

use super::Plan;
use super::body::Body;
use super::cfg::Cfg;
use super::facts::Fact;
use super::shape::local_access;

/// More instructions than any compiler emits for this.
const LONGEST: usize = 16;

/// Does such a handler begin at this instruction: straight code to an `athrow`, which only exceptions can reach?
pub(super) fn is_release(body: &Body, cfg: &Cfg, facts: &[Option<Fact>], handler: usize) -> bool {
    let Some(end) = end(body, handler) else { return false };
    if body.protected.iter().any(|range| range.handler == handler && !range.catches_all) {
        return false;
    }
    let blocks = cfg.block_of[handler]..cfg.block_of[end] + 1;
    let jumped_into = |from: usize| {
        let inside = cfg.next(from).iter().filter(|to| blocks.contains(to));
        inside.into_iter().any(|&to| !blocks.contains(&from) || to != from + 1)
    };
    let entered =
        (0..cfg.blocks.len()).any(jumped_into) || blocks.clone().skip(1).any(|block| cfg.blocks[block].is_handler);
    let ready = |fact: &Option<Fact>| fact.as_ref().is_some_and(|fact| fact.this_ready && !fact.trigger);
    !entered && facts[handler..=end].iter().all(ready)
}

/// The `athrow`, if nothing before it does more than to move references and to leave monitors.
fn end(body: &Body, handler: usize) -> Option<usize> {
    let code = body.insns[handler..].iter().take(LONGEST);
    let end = code.clone().position(|insn| insn.opcode == op::ATHROW)?;
    let mut before = code.take(end).map(|insn| insn.opcode);
    let harmless =
        |opcode| local_access(opcode).is_some() || matches!(opcode, op::MONITOREXIT | op::DUP | op::SWAP | op::NOP);
    before.all(harmless).then_some(handler + end)
}

/// Instructions in which no probe may stand.
pub(crate) fn released(plan: &Plan) -> Vec<bool> {
    let mut released = vec![false; plan.facts.len()];
    for start in plan.starts.iter().filter(|start| start.silent) {
        let block = &plan.blocks[start.block];
        if block.after_call.is_none() {
            released[chain(plan, start.block)].fill(true);
        }
    }
    released
}

/// The instructions from a block to the end of the blocks that follow it.
fn chain(plan: &Plan, first: usize) -> Range<usize> {
    let mut last = &plan.blocks[first];
    while let [edge] = plan.edges_of(last) {
        last = &plan.blocks[edge.to];
    }
    plan.blocks[first].first..last.end
}
