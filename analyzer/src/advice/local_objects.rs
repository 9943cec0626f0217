//! Objects that one method makes and keeps to itself: it gives them to calls of the library at most, which the trace shows.

use paratrace_jvm::opcodes;
use paratrace_traceformat::map::{InstructionId, Op};
use rustc_hash::FxHashSet;

use super::reach::is_untraced;
use crate::dependences::Points;
use crate::dependences::definitions::{Definition, reaching};

/// Returns whether all objects that a call may be given as this argument are new ones that their method keeps to itself.
pub(super) fn is_local(points: &Points<'_>, call: InstructionId, argument: u8) -> bool {
    points
        .argument(call, argument)
        .filter(|&load| points.op(load) == Op::Load)
        .is_some_and(|load| is_made_here(points, load) && is_only_given_to_library(points, load))
}

/// Returns whether a variable holds nothing but new objects where it is loaded.
fn is_made_here(points: &Points<'_>, load: InstructionId) -> bool {
    let is_new = |pushed: InstructionId| points.map.insns.opcode[pushed.index()] == opcodes::NEW;
    reaching(points, load).into_iter().all(|definition| match definition {
        Definition::Store(store) => points.producer(store, 0).is_some_and(is_new),
        Definition::Parameter | Definition::Unknown => false,
    })
}

/// Returns whether the method does nothing with what a variable holds but calls of the library.
fn is_only_given_to_library(points: &Points<'_>, load: InstructionId) -> bool {
    let insns = &points.map.insns;
    let slot = insns.arg[load.index()];
    let code = || points.map.methods[points.method_of(load).index()].instructions();
    let given: FxHashSet<InstructionId> = code().flat_map(|call| given_to_library(points, call)).collect();
    let is_of_object = |insn: InstructionId| {
        matches!(insns.opcode[insn.index()], opcodes::ALOAD | opcodes::ALOAD_0..=opcodes::ALOAD_3)
    };
    let mut loads = code().filter(|&insn| is_of_object(insn) && insns.arg[insn.index()] == slot);
    loads.all(|load| given.contains(&load))
}

/// Lists the instructions that push what a call of the library is given. A lambda is none: it keeps what it captures.
fn given_to_library(points: &Points<'_>, call: InstructionId) -> Vec<InstructionId> {
    let site = points.call(call).filter(|site| is_untraced(site) && site.opcode != opcodes::INVOKEDYNAMIC);
    let args = site.map_or(0, |site| u32::from(site.args));
    (0..args).filter_map(|above| points.producer_by_all_ways(call, above)).collect()
}
