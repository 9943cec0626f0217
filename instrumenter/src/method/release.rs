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
use super::split::Block;

/// More instructions than any compiler emits for this.
const LONGEST: usize = 16;

/// For each instruction whether such a handler begins there.
pub(super) fn find(body: &Body, cfg: &Cfg, facts: &[Option<Fact>]) -> Vec<bool> {
    let mut found = vec![false; body.insns.len()];
    for range in &body.protected {
        found[range.handler] = releases(body, cfg, facts, range.handler);
    }
    for range in body.protected.iter().filter(|range| !range.catches_all) {
        found[range.handler] = false;
    }
    found
}

/// Straight code to an `athrow` that only exceptions can reach.
fn releases(body: &Body, cfg: &Cfg, facts: &[Option<Fact>], handler: usize) -> bool {
    let Some(end) = end(body, handler) else { return false };
    let blocks = cfg.block_of[handler]..cfg.block_of[end] + 1;
    let entered = cfg.blocks.iter().enumerate().any(|(from, block)| {
        let inside = |to: &usize| blocks.contains(to);
        let in_order = |to: &usize| blocks.contains(&from) && *to == from + 1;
        block.next.iter().any(|to| inside(to) && !in_order(to))
            || blocks.clone().skip(1).any(|b| cfg.blocks[b].is_handler)
    });
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
            released[chain(&plan.blocks, start.block)].fill(true);
        }
    }
    released
}

/// The instructions from a block to the end of the blocks that follow it.
fn chain(blocks: &[Block], first: usize) -> Range<usize> {
    let mut last = first;
    while let [edge] = blocks[last].edges[..] {
        last = edge.to;
    }
    blocks[first].first..blocks[last].end
}
