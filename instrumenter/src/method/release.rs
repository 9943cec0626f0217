//! Handlers that catch everything, leave monitors and throw again: the compiler's part of `synchronized`.
//!
//! No probe may run there. Such a handler often protects itself, so that a probe at the end of the stack would be run for
//! ever, or the monitor be left twice. None is needed either: where an exception is thrown says all.

use std::ops::Range;

use paratrace_classfile::opcodes as op;
use rustc_hash::FxHashSet;

use super::Plan;
use super::body::Body;
use super::cfg::Cfg;
use super::facts::Fact;
use super::shape::local_access;

/// More instructions than any compiler emits for this.
const LONGEST: usize = 16;

/// How the blocks of a method are entered.
pub(super) struct Releases<'m> {
    body: &'m Body,
    cfg: &'m Cfg,
    facts: &'m [Option<Fact>],
    /// Blocks that control enters from the block above.
    from_above: Vec<bool>,
    /// Blocks that it enters from others.
    jumped_to: Vec<bool>,
    /// Handlers of some exceptions only, by their first instruction.
    selective: FxHashSet<usize>,
}

impl<'m> Releases<'m> {
    pub(super) fn new(body: &'m Body, cfg: &'m Cfg, facts: &'m [Option<Fact>]) -> Releases<'m> {
        let blocks = cfg.blocks.len();
        let (mut from_above, mut jumped_to) = (vec![false; blocks], vec![false; blocks]);
        for from in 0..blocks {
            for &to in cfg.next(from) {
                let entered = if to == from + 1 { &mut from_above } else { &mut jumped_to };
                entered[to] = true;
            }
        }
        let selective = body.protected.iter().filter(|range| !range.catches_all).map(|range| range.handler).collect();
        Releases { body, cfg, facts, from_above, jumped_to, selective }
    }

    /// Does such a handler begin at this instruction: straight code to an `athrow`, which only exceptions can reach?
    pub(super) fn begins_at(&self, handler: usize) -> bool {
        let Some(end) = end(self.body, handler).filter(|_| !self.selective.contains(&handler)) else { return false };
        let (first, last) = (self.cfg.block_of[handler], self.cfg.block_of[end]);
        let behind = first + 1..=last;
        let entered = self.from_above[first]
            || (first..=last).any(|block| self.jumped_to[block])
            || behind.into_iter().any(|block| self.cfg.blocks[block].is_handler);
        let ready = |fact: &Option<Fact>| fact.as_ref().is_some_and(|fact| fact.this_ready && !fact.trigger);
        !entered && self.facts[handler..=end].iter().all(ready)
    }
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
    release_chains(plan).into_iter().for_each(|chain| released[chain].fill(true));
    released
}

/// The instructions of each such handler.
pub(super) fn release_chains(plan: &Plan) -> Vec<Range<usize>> {
    let silent = plan.starts.iter().filter(|start| start.silent && plan.blocks[start.block].after_call.is_none());
    silent.map(|start| chain(plan, start.block)).collect()
}

/// The instructions from a block to the end of the blocks that follow it.
fn chain(plan: &Plan, first: usize) -> Range<usize> {
    let mut last = &plan.blocks[first];
    while let [edge] = plan.edges_of(last) {
        last = &plan.blocks[edge.to];
    }
    plan.blocks[first].first..last.end
}
