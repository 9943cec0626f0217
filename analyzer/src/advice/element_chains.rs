//! Elements that every iteration computes from the element before: `sums[i + 1] = sums[i] + work(i)`.
//!
//! Such elements are a short chain, as a local is that iterations hand on: what is stored is loaded by the next iteration, and by no other
//! name.

use paratrace_jvm::opcodes as op;
use paratrace_replay::base::arithmetic::iinc;
use paratrace_traceformat::map::{InstructionId, Op};

use super::body::Body;
use super::reach::Reach;
use super::rounds::may_pass_again;
use crate::dependences::{Key, Kind, Points, Stat};

/// The store of an element, and the load that gets it in the next iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) store: InstructionId,
    pub(super) load: InstructionId,
}

/// An element of an array that stays the same in the loop: its index is a counter, and a number added to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Element {
    array: u32,
    counter: u32,
    offset: i32,
}

/// Lists the links of a loop. `edges` are those that leave an iteration.
pub(super) fn links(points: &Points<'_>, body: &Body<'_>, edges: &[(&Key, &Stat)], reach: &Reach<'_>) -> Vec<Link> {
    let is_element = |(key, stat): &(&Key, &Stat)| {
        key.kind == Kind::Raw && stat.carried > 0 && points.op(key.head) == Op::ArrayStore
    };
    let pairs = edges.iter().copied().filter(is_element).map(|(key, _)| Link { store: key.head, load: key.tail });
    let search = Search { points, body, edges, reach };
    pairs.filter(|&link| search.is_link(link)).collect()
}

struct Search<'s, 'm> {
    points: &'s Points<'m>,
    body: &'s Body<'m>,
    edges: &'s [(&'s Key, &'s Stat)],
    reach: &'s Reach<'m>,
}

impl Search<'_, '_> {
    fn is_link(&self, Link { store, load }: Link) -> bool {
        let (Some(stored), Some(loaded)) = (self.element(store, 1), self.element(load, 0)) else { return false };
        let is_next = self.step(stored.counter) == stored.offset.checked_sub(loaded.offset);
        let is_one_array = (stored.array, stored.counter) == (loaded.array, loaded.counter);
        is_one_array
            && is_next
            && self.body.has_once(store)
            && self.body.has_once(load)
            && self.is_alone(store, load)
            && self.is_overwritten_unseen(Link { store, load }, stored)
    }

    /// Returns the element that an instruction accesses whose index lies below so many values on the stack.
    fn element(&self, access: InstructionId, above_index: u32) -> Option<Element> {
        let points = self.points;
        let arg = |insn: InstructionId| points.map.insns.arg[insn.index()];
        if ![Op::ArrayLoad, Op::ArrayStore].contains(&points.op(access)) {
            return None;
        }
        let array = points.producer(access, above_index + 1)?;
        let is_fixed = points.op(array) == Op::Load && self.body.is_free(arg(array));
        let (load, offset) = self.sum(points.producer(access, above_index)?)?;
        let counter = arg(load);
        let is_counter = self.body.counted.contains(&counter) && self.is_before_step(counter, load);
        if is_fixed && is_counter { Some(Element { array: arg(array), counter, offset }) } else { None }
    }

    /// Returns the load of a local, and the number that is added to it.
    fn sum(&self, made: InstructionId) -> Option<(InstructionId, i32)> {
        let points = self.points;
        if points.op(made) == Op::Load {
            return Some((made, 0));
        }
        let (left, right) = (points.producer(made, 1)?, points.producer(made, 0)?);
        let is_load = |insn: InstructionId| points.op(insn) == Op::Load;
        match points.map.insns.opcode[made.index()] {
            op::IADD if is_load(left) => Some((left, self.number(right)?)),
            op::IADD if is_load(right) => Some((right, self.number(left)?)),
            op::ISUB if is_load(left) => Some((left, self.number(right)?.checked_neg()?)),
            _ => None,
        }
    }

    /// Returns the number that an instruction pushes, if the code names it.
    fn number(&self, insn: InstructionId) -> Option<i32> {
        let number = self.points.map.insns.arg[insn.index()].cast_signed();
        if self.points.op(insn) == Op::PushInt { Some(number) } else { None }
    }

    /// Returns the number that each iteration adds to a counter.
    fn step(&self, counter: u32) -> Option<i32> {
        let moves = self.only_move(counter)?;
        let by = iinc(self.points.map.insns.arg[moves.index()]).1;
        if by != 0 { Some(by) } else { None }
    }

    /// Returns the only instruction that moves a counter, if every iteration executes it once.
    fn only_move(&self, counter: u32) -> Option<InstructionId> {
        let mut moves = self.body.stores_to(counter);
        let only = moves.next().filter(|_| moves.next().is_none())?;
        if self.points.op(only) == Op::Iinc && self.body.has_once(only) { Some(only) } else { None }
    }

    fn is_before_step(&self, counter: u32, load: InstructionId) -> bool {
        self.only_move(counter).is_some_and(|moves| !may_pass_again(self.points, self.body.looped, moves, &[load]))
    }

    /// Returns whether nothing else stores elements of this type in the loop, no iteration has read before what it stores, and whoever else
    /// loads such elements gets what the chain has computed by then.
    fn is_alone(&self, store: InstructionId, load: InstructionId) -> bool {
        let points = self.points;
        let arg = |insn: InstructionId| points.map.insns.arg[insn.index()];
        let stores = self.reach.reached(self.body.instructions()).filter(|&insn| points.op(insn) == Op::ArrayStore);
        let mut of_type = stores.filter(|&insn| arg(insn) == arg(store));
        let overwrites = |(key, _): &(&Key, &Stat)| key.tail == store && key.kind != Kind::Raw;
        let reads = |(key, _): &&(&Key, &Stat)| key.head == store && key.kind == Kind::Raw;
        of_type.all(|insn| insn == store)
            && !self.edges.iter().any(overwrites)
            && self.edges.iter().filter(reads).all(|(key, _)| key.tail == load || self.is_behind(key.tail, store))
    }

    /// Returns whether an iteration executes an instruction only behind the store.
    fn is_behind(&self, insn: InstructionId, store: InstructionId) -> bool {
        self.points.method_of(insn) == self.body.method
            && !may_pass_again(self.points, self.body.looped, insn, &[store])
    }

    /// Returns whether no iteration reads what the element held before it stores the new value, by whatever name: the chain is computed before the
    /// rest runs.
    fn is_overwritten_unseen(&self, Link { store, load }: Link, stored: Element) -> bool {
        let points = self.points;
        let arg = |insn: InstructionId| points.map.insns.arg[insn.index()];
        let loads = self.reach.reached(self.body.instructions()).filter(|&insn| points.op(insn) == Op::ArrayLoad);
        let mut of_type = loads.filter(|&insn| insn != load && arg(insn) == arg(store));
        // Elements of other iterations show as dependences.
        let is_of_other_iteration =
            |element: Element| element.counter == stored.counter && element.offset != stored.offset;
        of_type.all(|insn| {
            self.is_behind(insn, store)
                || points.method_of(insn) == self.body.method
                    && self.element(insn, 0).is_some_and(is_of_other_iteration)
        })
    }
}
