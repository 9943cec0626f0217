//! The algebra of updates: proves that code only ever combines the old value of a location with other values, by one
//! associative operation.
//!
//! A walk follows the code of a loop, and of short methods that it calls, with numbers for values that are the same. For one
//! location at a time it tells for each value how the old value takes part in it: not at all, with an operation applied, or in a
//! way that is not understood. Where ways meet, both must agree: `c ? x + 1 : x` is a sum, `c ? x + 1 : 0` is not. A test of the
//! old value is understood if it only chooses what is stored next, as in `e > x ? e : x` or `x && e`, also by something of both that an order
//! looks at (`e.cost < x.cost`), or tells whether there is one. All else that comes of the old value is an *escape*: somebody sees it on
//! the way.

mod branches;
mod code;
mod measure;
pub(super) mod operations;
mod state;
mod steps;
mod value;
mod walks;

use paratrace_replay::base::arithmetic::iinc;
use paratrace_traceformat::map::{InstructionId, LoopId, MethodId, Op};
use rustc_hash::{FxHashMap, FxHashSet};

use super::body::blocks;
use super::maps;
use super::regions::Code;
use crate::dependences::Points;
use crate::model::Operation;
use code::Frame;
use operations::neutral;
use state::State;
use value::{Number, Part, Tests, Value, either, number};
pub(super) use walks::Walks;
use walks::{Told, Update, Walk};

/// A location, by what the code shows of it: the same in one run through the code if this is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Address {
    Local(u32),
    Static(u32),
    /// A field and the number of its object.
    Field(u32, Number),
    /// Type of an array, its number, and that of the index.
    Element(u32, Number, Number),
    /// The numbers of a map and of a key.
    Entry(Number, Number),
}

/// What was proved of code.
#[derive(Debug, Default)]
pub(super) struct Proved {
    /// Stores that only update their location, with the operation.
    pub(super) stores: FxHashMap<InstructionId, Operation>,
    /// Loads whose value such a store combines with another one.
    pub(super) loads: FxHashMap<InstructionId, Operation>,
    /// The stores that store what they have made of the value of such a load.
    pub(super) updated: FxHashMap<InstructionId, FxHashSet<InstructionId>>,
    /// Loads of what an order looks at of the old value, and calls that compare the old value as an object, or combine its parts.
    pub(super) measuring: FxHashSet<InstructionId>,
    /// Where what such a load has loaded is used otherwise first.
    pub(super) escapes: FxHashMap<InstructionId, InstructionId>,
    /// Loads of the same location that are used otherwise, too, for each such store.
    pub(super) seen: FxHashMap<InstructionId, FxHashSet<InstructionId>>,
    /// Stores beside such a store that only run if it does: what they write belongs to what it has found.
    pub(super) companions: FxHashSet<InstructionId>,
}

/// A stored value: the old one's part in it, the loads of the old one, and what is combined with it, if that is the same each time.
#[derive(Debug, Clone, Copy)]
struct Stored {
    part: Part,
    loads: u64,
    with: Option<Number>,
    /// The tests that decide whether it is stored, as a set of their positions.
    under: u64,
}

/// One walk through code, for one location.
struct Algebra<'p, 'm> {
    points: &'p Points<'m>,
    target: Option<Address>,
    /// Addresses of all stores, by activation.
    addresses: FxHashMap<(InstructionId, Number), Address>,
    /// The values that each store to the location stores.
    updates: FxHashMap<InstructionId, Stored>,
    /// Loads of fields of the old value, and calls that compare it or combine its parts.
    measuring: FxHashSet<InstructionId>,
    /// The method that combines the old value with others part by part, by more than one operation.
    combining: Option<MethodId>,
    /// Loads of the location, by activation.
    loads: Vec<(InstructionId, Number)>,
    tests: Vec<(InstructionId, Number)>,
    escapes: FxHashMap<InstructionId, InstructionId>,
    companions: FxHashSet<InstructionId>,
    /// There was more than can be told apart.
    is_lost: bool,
    /// An element at the place that the old value is was loaded.
    looks_at_elements: bool,
    /// The heap may be another one when the code comes to its beginning again.
    changes_heap: bool,
}

/// Proves updates by these stores, in the code of a loop and in methods that were executed in it.
pub(super) fn prove(
    points: &Points<'_>,
    walks: &Walks,
    looped: LoopId,
    stores: impl Iterator<Item = InstructionId>,
) -> Proved {
    let map = points.map;
    let method = points.method_of_loop(looped);
    let root = || Code { map, blocks: blocks(points, looped).collect(), entry: map.loops[looped.index()].header };
    let stores: FxHashSet<InstructionId> = stores.collect();
    let around = Walk::of(points, method, root());
    let (inside, outside): (Vec<_>, Vec<_>) =
        stores.into_iter().partition(|&store| around.addresses.iter().any(|&((known, _), _)| known == store));
    let mut proved = prove_in_methods(points, walks, &outside);
    around.prove(points, &mut proved, &inside, root);
    proved
}

/// Proves updates by these stores, each in all code of its method.
pub(super) fn prove_in_methods(points: &Points<'_>, walks: &Walks, stores: &[InstructionId]) -> Proved {
    let map = points.map;
    let mut proved = Proved::default();
    let methods: FxHashSet<MethodId> = stores.iter().map(|&store| points.method_of(store)).collect();
    for method in methods {
        let root = || Code::of_method(map, &map.methods[method.index()]);
        walks.through(points, method, root).prove(points, &mut proved, stores, root);
    }
    proved
}

impl<'p, 'm> Algebra<'p, 'm> {
    /// Walks through code from its beginning.
    fn find(points: &'p Points<'m>, target: Option<Address>, code: Code<'m>, method: MethodId) -> Self {
        let mut algebra = Self {
            points,
            target,
            addresses: FxHashMap::default(),
            updates: FxHashMap::default(),
            measuring: FxHashSet::default(),
            combining: None,
            loads: Vec::new(),
            tests: Vec::new(),
            escapes: FxHashMap::default(),
            companions: FxHashSet::default(),
            is_lost: false,
            looks_at_elements: false,
            changes_heap: false,
        };
        let height = points.map.blocks[code.entry.index()].height;
        let stack = (0..height).map(|at| Value::free(number(("below", at)))).collect();
        let entry = State { stack, locals: FxHashMap::default(), memory: 0, fact: None };
        let mut frame = Frame::new(code, method, 0, Tests::default(), 0);
        algebra.is_lost |= algebra.walk(&mut frame, entry).is_none();
        algebra
    }

    /// Returns what a walk has shown of its location; `None` if not all stores to it update it.
    fn told(self) -> Option<Told> {
        let operation = self.updates.values().find_map(|stored| stored.operation());
        let update = |(&store, stored): (&InstructionId, &Stored)| {
            let begins = |&operation: &Operation| self.is_first(stored) || self.begins_neutrally(stored, operation);
            let operation = stored.operation().or_else(|| operation.filter(begins))?;
            Some(Update { store, operation, loads: self.among(stored.loads).collect() })
        };
        // One other store, and it is no reduction.
        let updates: Option<Vec<_>> = self.updates.iter().map(update).collect();
        let is_unsure = self.is_lost || self.looks_at_elements && self.changes_heap;
        let updates = updates.filter(|_| !is_unsure)?;
        let begins = |update: &Update| {
            update.loads.iter().all(|&load| maps::begins_with_nothing(self.points, load, update.operation))
        };
        let Self { escapes, companions, measuring, .. } = self;
        if updates.iter().all(begins) { Some(Told { updates, escapes, companions, measuring }) } else { None }
    }

    /// Returns whether what is stored if there is no old value is what all other stores combine with it, instead of this one: the same tests
    /// decide about them.
    fn is_first(&self, stored: &Stored) -> bool {
        let Part::First(first) = stored.part else { return false };
        let mut others = self.updates.values().filter(|other| other.operation().is_some());
        let is_instead = |other: &Stored| other.under & stored.under == stored.under;
        stored.under != 0 && others.all(|other| other.with == Some(first) && is_instead(other))
    }

    /// Returns whether what is stored if there is no old value leaves other values as they are, and all other stores are executed whether there
    /// is an old value or not: who only adds where there was one does not count the first one of each task.
    fn begins_neutrally(&self, stored: &Stored, operation: Operation) -> bool {
        let Part::First(first) = stored.part else { return false };
        let is_neutral = |number| Value::constant(number).number == first;
        let mut others = self.updates.values().filter(|other| other.operation().is_some());
        others.all(|other| other.under == 0) && neutral(operation).is_some_and(is_neutral)
    }

    /// Returns the address that an instruction reads or writes.
    fn address(&self, insn: InstructionId, operands: &[Value]) -> Option<Address> {
        let arg = self.points.map.insns.arg[insn.index()];
        Some(match self.points.op(insn) {
            Op::Load | Op::Store => Address::Local(arg),
            Op::Iinc => Address::Local(iinc(arg).0),
            Op::GetStatic | Op::PutStatic => Address::Static(arg),
            Op::GetField | Op::PutField => Address::Field(arg, operands.first()?.number),
            Op::ArrayLoad | Op::ArrayStore => Address::Element(arg, operands.first()?.number, operands.get(1)?.number),
            _ => return None,
        })
    }

    /// Returns whether an address is the location's. Locals are those of the code that the walk began with.
    fn is_target(&self, frame: &Frame<'_>, address: Address) -> bool {
        self.target == Some(address) && (!matches!(address, Address::Local(_)) || frame.depth == 0)
    }

    /// Returns whether a store may be one to the location.
    fn writes_target(&self, insn: InstructionId) -> bool {
        let arg = self.points.map.insns.arg[insn.index()];
        match (self.points.op(insn), self.target) {
            (Op::Store, Some(Address::Local(slot))) => slot == arg,
            (Op::PutField, Some(Address::Field(field, _))) => field == arg,
            (Op::PutStatic, Some(Address::Static(field))) => field == arg,
            (Op::ArrayStore, Some(Address::Element(kind, ..))) => kind == arg,
            _ => false,
        }
    }

    fn note_address(&mut self, frame: &Frame<'_>, store: InstructionId, address: Address) {
        if matches!(address, Address::Local(_)) && frame.depth > 0 {
            return;
        }
        self.addresses.insert((store, frame.context), address);
    }

    /// Returns the old value, which an instruction loads.
    fn old(&mut self, load: InstructionId, context: Number) -> Value {
        let at = place(&mut self.loads, (load, context));
        self.is_lost |= at.is_none();
        let loads = at.map_or(0, |at| 1 << at);
        Value { part: Part::Old(None), loads, ..Value::free(number(("old", load.number(), context))) }
    }

    /// Returns the test at an instruction.
    fn test(&mut self, insn: InstructionId, context: Number, loads: u64) -> Tests {
        let at = place(&mut self.tests, (insn, context));
        self.is_lost |= at.is_none();
        Tests { tests: at.map_or(0, |at| 1 << at), loads }
    }

    /// Notes how a store to the location computes what it stores. `under` are the tests that decide whether it does.
    fn update(&mut self, store: InstructionId, value: Value, under: Tests) {
        let is_explained = under.tests & !value.tests == 0 && value.default.is_none();
        let part = if is_explained { value.part } else { Part::Mixed };
        let stored = Stored { part, loads: value.loads, with: value.with, under: under.tests };
        self.updates.entry(store).and_modify(|known| *known = known.merged_with(stored)).or_insert(stored);
    }

    /// What these loads have loaded is used at an instruction.
    fn escape(&mut self, loads: u64, at: InstructionId) {
        for load in self.among(loads).collect::<Vec<_>>() {
            let first = self.escapes.entry(load).or_insert(at);
            *first = at.min(*first);
        }
    }

    /// Lists the loads in a set of their positions.
    fn among(&self, loads: u64) -> impl Iterator<Item = InstructionId> {
        members(&self.loads, loads).map(|&(load, _)| load)
    }
}

impl Stored {
    /// Returns what is stored if two visits have shown this and that.
    fn merged_with(self, other: Self) -> Self {
        let part = match (self.part, other.part) {
            (a, b) if a == b => a,
            (Part::Old(a), Part::Old(b)) => either(a, b),
            (Part::First(first), Part::Old(Some(operation))) if other.with == Some(first) => Part::Old(Some(operation)),
            (Part::Old(Some(operation)), Part::First(first)) if self.with == Some(first) => Part::Old(Some(operation)),
            _ => Part::Mixed,
        };
        let is_first = |stored: &Self| matches!(stored.part, Part::First(_));
        let with = if is_first(&self) {
            other.with
        } else {
            self.with.filter(|_| self.with == other.with || is_first(&other))
        };
        Self { part, loads: self.loads | other.loads, with, under: self.under | other.under }
    }

    /// Returns the operation that is applied to the old value.
    fn operation(&self) -> Option<Operation> {
        match self.part {
            Part::Old(operation) | Part::Cut(operation) => operation,
            _ => None,
        }
    }
}

/// Returns the position of what is met again or for the first time; `None` if there are more than a set holds.
fn place<T: PartialEq>(all: &mut Vec<T>, one: T) -> Option<usize> {
    let at = all.iter().position(|known| *known == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    });
    (at < u64::BITS as usize).then_some(at)
}

/// Lists what is in a set of positions, which has a bit for each of the first ones.
fn members<T>(all: &[T], set: u64) -> impl Iterator<Item = &T> {
    let first = all.iter().take(u64::BITS as usize).enumerate();
    first.filter(move |(at, _)| set >> at & 1 != 0).map(|(_, one)| one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_no_more_than_it_has_bits() {
        let mut all = Vec::new();
        let places: Vec<_> = (0..70).map(|one| place(&mut all, one)).collect();
        assert_eq!((places[63], places[64]), (Some(63), None));
        assert_eq!(members(&all, 1 << 63 | 1).copied().collect::<Vec<_>>(), [0, 63]);
    }
}
