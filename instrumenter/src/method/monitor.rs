//! Recipes of instructions that enter and leave monitors.

use paratrace_classfile::opcodes as op;
use paratrace_traceformat::map::{MONITOR, Op, REF, StartKind};

use super::Plan;
use super::facts::Fact;
use super::release::release_chains;
use super::split::Block;
use super::steps::{self, Around, Probe, Step};
use super::values::{Uninit, Values};

/// Records the hash of the object whose monitor an instruction enters or leaves, unless it is known. Returns flags of the
/// instruction: none if it does neither, or if its object is not initialised, so that no probe can be given it.
pub(super) fn record(opcode: u8, values: &mut Values, around: &mut Around) -> Option<u8> {
    if !matches!(opcode, op::MONITORENTER | op::MONITOREXIT) {
        return Some(0);
    }
    let object = values.peek(0)?;
    if values.values[object].uninit != Uninit::NO {
        return Some(0);
    }
    if values.values[object].is_lock_known() {
        return Some(MONITOR);
    }
    steps::copy_reference(values, object, None, &mut around.before);
    around.before.push(Step::Probe(Probe::Identity));
    values.values[object].know_lock();
    Some(MONITOR | REF)
}

/// Returns whether the hash of a monitor's object is recorded at the end of each path that arrives at a block, and not in the path
/// that begins there: that one knows its values by their cells only, not that some of them are the same object.
pub(crate) fn recorded_on_arrival(block: &Block, facts: &[Option<Fact>]) -> bool {
    let is_split = block.start == Some(StartKind::Split) && block.first < block.end;
    let first = facts.get(block.first).and_then(Option::as_ref).filter(|_| is_split);
    first.is_some_and(records_monitor)
}

fn records_monitor(fact: &Fact) -> bool {
    fact.op == Op::Drop && fact.flags & (MONITOR | REF) == MONITOR | REF
}

/// Handlers that release monitors have no probes: where such a handler would have to record a monitor, it is unknown.
pub(super) fn forget_released(plan: &mut Plan) {
    for chain in release_chains(plan) {
        let released = plan.facts[chain].iter_mut().flatten();
        let mut known = true;
        for fact in released.filter(|fact| fact.flags & MONITOR != 0) {
            known &= !records_monitor(fact);
            fact.flags &= if known { u8::MAX } else { !(MONITOR | REF) };
        }
    }
}
