//! Updates: stores that combine the old value of a location with another one, `x = x op e`, wherever iterations make them.

use paratrace_replay::base::arithmetic::iinc;
use paratrace_traceformat::map::{InstructionId, LoopId, MethodId, Op};
use rustc_hash::FxHashSet;

use super::algebra::{Proved, Walks, prove, prove_in_methods};
use super::body::instructions;
use super::maps;
use super::reached::Reached;
use crate::dependences::{Key, Kind, Points, Stat};
use crate::model::Operation;

/// The location that an instruction names: its operation, as a load, and its operand. Elements have only the array's origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Location {
    Local(u32),
    Field(u32),
    Static(u32),
    /// An element of the array that this local or field holds; `None` if the code does not show it plainly.
    Element(Option<(Op, u32)>),
}

/// The updates that tasks make, by the instructions that load and store.
#[derive(Debug, Default)]
pub(super) struct Updates {
    proved: Proved,
    /// All loads of the loop's own code.
    read: Vec<(InstructionId, Location)>,
}

impl Updates {
    /// Proves the updates of a loop that the edges between its iterations meet at.
    pub(super) fn of(points: &Points<'_>, walks: &Walks, looped: LoopId, edges: &[(&Key, &Stat)]) -> Self {
        let own: Vec<_> = instructions(points, looped).collect();
        let proved = prove(points, walks, looped, stores(points, &own, edges));
        Self { proved, read: read(points, &own) }
    }

    /// Proves the updates of tasks that run these methods, if the edges between them meet there.
    pub(super) fn of_methods(
        points: &Points<'_>,
        walks: &Walks,
        methods: &[MethodId],
        edges: &[(&Key, &Stat)],
    ) -> Self {
        let own: Vec<_> = methods.iter().flat_map(|method| points.map.methods[method.index()].instructions()).collect();
        let met: FxHashSet<_> = stores(points, &own, edges).collect();
        let proved = prove_in_methods(points, walks, &met.into_iter().collect::<Vec<_>>());
        Self { proved, read: read(points, &own) }
    }

    /// Returns the operation, if the store and the load belong to updates by the same one.
    pub(super) fn operation(&self, store: InstructionId, load: InstructionId) -> Option<Operation> {
        let operation = self.proved.stores.get(&store)?;
        (self.proved.loads.get(&load) == Some(operation)).then_some(*operation)
    }

    /// Returns the operation, if the store only updates its location.
    pub(super) fn operation_of(&self, store: InstructionId) -> Option<Operation> {
        self.proved.stores.get(&store).copied()
    }

    /// Returns whether a store only updates its location, by whatever operation.
    pub(super) fn is_update(&self, store: InstructionId) -> bool {
        self.proved.stores.contains_key(&store)
    }

    /// Returns whether a store only updates its location by this operation.
    pub(super) fn stores_by(&self, store: InstructionId, operation: Operation) -> bool {
        self.proved.stores.get(&store) == Some(&operation)
    }

    /// Returns whether a store only writes what belongs to a value that is found beside it.
    pub(super) fn goes_along(&self, store: InstructionId) -> bool {
        self.proved.companions.contains(&store)
    }

    /// Lists the loads of what an order looks at of the best value so far, and the calls that compare it as an object.
    pub(super) fn measuring(&self) -> impl Iterator<Item = InstructionId> {
        self.proved.measuring.iter().copied()
    }

    /// Lists the stores that do.
    pub(super) fn beside_extrema(&self) -> impl Iterator<Item = InstructionId> {
        self.proved.companions.iter().copied()
    }

    /// Returns whether an instruction loads a value only to update it by this operation.
    pub(super) fn only_updates(&self, load: InstructionId, operation: Operation) -> bool {
        self.proved.loads.get(&load) == Some(&operation) && !self.proved.escapes.contains_key(&load)
    }

    /// Returns the operation by which a call updates values of keys of a map, or reads them to do so, which nobody sees on the way.
    pub(super) fn operation_on_map(&self, points: &Points<'_>, call: InstructionId) -> Option<Operation> {
        let read = || self.proved.loads.get(&call).filter(|&&operation| self.only_updates(call, operation));
        let updated = || self.proved.stores.get(&call).or_else(read).copied();
        points.call(call).and_then(maps::access).and_then(|_| maps::merged_by(points, call).or_else(updated))
    }

    /// Returns the first instruction that uses what a load has loaded otherwise than to update it.
    pub(super) fn use_of(&self, load: InstructionId) -> InstructionId {
        self.proved.escapes.get(&load).copied().unwrap_or(load)
    }

    /// Lists the stores that store what they have made of the value of a load.
    pub(super) fn made_of(&self, load: InstructionId) -> impl Iterator<Item = InstructionId> {
        self.proved.updated.get(&load).into_iter().flatten().copied()
    }

    /// Returns the loads that see what a store and the others beside it have updated, in the code that was walked through.
    pub(super) fn seen_by(&self, store: InstructionId) -> impl Iterator<Item = InstructionId> {
        self.proved.seen.get(&store).into_iter().flatten().copied()
    }

    /// Returns the instructions of this code that read the field that `load` reads, or elements of the array that it holds. One that
    /// reads between two updates of the same task shows in no dependence between tasks.
    pub(super) fn reads_of_field<'a>(
        points: &'a Points<'_>,
        load: InstructionId,
        code: &'a Reached<'_>,
    ) -> impl Iterator<Item = InstructionId> + use<'a> {
        let own = loaded(points, load).filter(|own| match own {
            Location::Field(_) | Location::Static(_) => true,
            Location::Element(holder) => holder.is_some_and(|(op, _)| op != Op::Load),
            Location::Local(_) => false,
        });
        let reads = move |insn: InstructionId, own| {
            points.op(insn) == points.op(load) && loaded(points, insn).is_some_and(|read| is_same(read, own))
        };
        own.into_iter().flat_map(move |own| code.instructions().filter(move |&insn| reads(insn, own)))
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

/// Lists the stores that edges between tasks meet at.
fn stores(points: &Points<'_>, own: &[InstructionId], edges: &[(&Key, &Stat)]) -> impl Iterator<Item = InstructionId> {
    let carried = edges.iter().filter(|(key, stat)| stat.carried > 0 && key.kind != Kind::State);
    let met = carried.flat_map(|(key, _)| [key.head, key.tail]).filter(|&end| is_store(points.op(end)));
    // Other elements of an array, or other values of a map, may be updated, too.
    let is_any = |&insn: &InstructionId| points.op(insn) == Op::ArrayStore || maps::writes(points, insn);
    met.chain(own.iter().copied().filter(is_any)).chain(entries(points, edges))
}

/// Lists the calls that store values of keys and that edges between tasks meet at.
fn entries(points: &Points<'_>, edges: &[(&Key, &Stat)]) -> impl Iterator<Item = InstructionId> {
    let carried = edges.iter().filter(|(key, stat)| stat.carried > 0 && key.kind == Kind::State);
    carried.flat_map(|(key, _)| [key.head, key.tail]).filter(|&end| maps::writes(points, end))
}

fn read(points: &Points<'_>, own: &[InstructionId]) -> Vec<(InstructionId, Location)> {
    own.iter().filter_map(|&insn| Some((insn, loaded(points, insn)?))).collect()
}

/// Returns whether two instructions name the same location. Elements are the same if their arrays come from the same variable;
/// of others, dependences tell.
fn is_same(a: Location, b: Location) -> bool {
    a == b && a != Location::Element(None)
}

fn is_store(op: Op) -> bool {
    matches!(op, Op::Store | Op::Iinc | Op::PutField | Op::PutStatic | Op::ArrayStore)
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
