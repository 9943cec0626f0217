//! Updates: stores that combine the old value of a location with another one, `x = x op e`, wherever a loop has them.

use paratrace_replay::base::arithmetic::iinc;
use paratrace_traceformat::map::{InstructionId, LoopId, Op};
use rustc_hash::FxHashMap;

use super::counters::body;
use super::reduction::reduction;
use crate::dependences::Points;
use crate::model::Operation;

/// How many instructions before a store its load is looked for.
const NEAR: u32 = 256;

/// The location that an instruction names: its operation, as a load, and its operand. Elements have only the array's origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Location {
    Local(u32),
    Field(u32),
    Static(u32),
    /// An element of the array that this local or field holds; `None` if the code does not show it plainly.
    Element(Option<(Op, u32)>),
}

/// The updates of a loop, by the instructions that load and store.
#[derive(Debug, Default)]
pub(super) struct Updates {
    loads: FxHashMap<InstructionId, Operation>,
    stores: FxHashMap<InstructionId, Operation>,
    /// All loads of the loop's own code.
    read: Vec<(InstructionId, Location)>,
}

impl Updates {
    pub(super) fn of(points: &Points<'_>, looped: LoopId) -> Self {
        let mut updates = Self::default();
        for insn in body(points, looped).flat_map(|block| points.map.blocks[block.index()].instructions()) {
            if let Some(location) = loaded(points, insn) {
                updates.read.push((insn, location));
            }
            if let Some((load, operation)) = update(points, insn) {
                updates.loads.insert(load, operation);
                updates.stores.insert(insn, operation);
            }
        }
        updates
    }

    /// Returns the operation, if the store and the load belong to updates by the same one.
    pub(super) fn operation(&self, store: InstructionId, load: InstructionId) -> Option<Operation> {
        let operation = self.stores.get(&store)?;
        (self.loads.get(&load) == Some(operation)).then_some(*operation)
    }

    /// Returns whether an instruction loads a value only to update it by this operation.
    pub(super) fn only_updates(&self, load: InstructionId, operation: Operation) -> bool {
        self.loads.get(&load) == Some(&operation)
    }

    /// Returns the instructions of the loop's own code that read what `load` reads for something else than updating it by this
    /// operation.
    pub(super) fn other_reads(
        &self,
        points: &Points<'_>,
        load: InstructionId,
        operation: Operation,
    ) -> impl Iterator<Item = InstructionId> {
        let own = loaded(points, load);
        let reads = self.read.iter().filter(move |&&(_, location)| own.is_some_and(|own| is_same(location, own)));
        reads.map(|&(other, _)| other).filter(move |&other| !self.only_updates(other, operation))
    }
}

/// Returns whether two instructions name the same location. Elements are the same if their arrays come from the same variable;
/// of others, dependences tell.
fn is_same(a: Location, b: Location) -> bool {
    a == b && a != Location::Element(None)
}

/// Returns the nearest load before a store that makes it an update, with its operation.
fn update(points: &Points<'_>, store: InstructionId) -> Option<(InstructionId, Operation)> {
    let stored = stored(points, store)?;
    let first = InstructionId::new(points.map.methods[points.method_of(store).index()].insns.start);
    let first = store.minus(NEAR).map_or(first, |near| near.max(first));
    let own = |&load: &InstructionId| loaded(points, load).is_some_and(|loaded| loaded == stored);
    first.up_to(store.plus(1)).rev().filter(own).find_map(|load| Some((load, reduction(points, load, store)?)))
}

fn loaded(points: &Points<'_>, insn: InstructionId) -> Option<Location> {
    let arg = points.map.insns.arg[insn.index()];
    Some(match points.op(insn) {
        Op::Load => Location::Local(arg),
        Op::Iinc => Location::Local(iinc(arg).0),
        Op::GetField => Location::Field(arg),
        Op::GetStatic => Location::Static(arg),
        Op::ArrayLoad => Location::Element(points.holder(insn, 1)),
        _ => return None,
    })
}

fn stored(points: &Points<'_>, insn: InstructionId) -> Option<Location> {
    let arg = points.map.insns.arg[insn.index()];
    Some(match points.op(insn) {
        Op::Store => Location::Local(arg),
        Op::Iinc => Location::Local(iinc(arg).0),
        Op::PutField => Location::Field(arg),
        Op::PutStatic => Location::Static(arg),
        Op::ArrayStore => Location::Element(points.holder(insn, 2)),
        _ => return None,
    })
}
