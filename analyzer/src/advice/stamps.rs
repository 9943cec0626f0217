//! Marks that iterations stamp with their own number.
//!
//! ```java
//! int[] seen = new int[n];
//! for (int i = 1; i < m; i++)
//!     for (int v : rows[i]) if (seen[v] != i) { seen[v] = i; … }
//! ```
//!
//! What earlier iterations have left in the array equals no later stamp, so it makes no difference whether an iteration sees it. Each task can
//! have an array of its own, with what was in the first one before the loop.

use paratrace_jvm::opcodes as op;
use paratrace_replay::program::outward;
use paratrace_traceformat::map::{InstructionId, Method, Op};
use rustc_hash::FxHashSet;

use super::body::Body;
use super::context::Context;
use super::rounds::may_pass_again;
use super::task_edge::TaskEdge;
use super::variables::{ArrayUse, Variable, uses_of_made, variable_loaded, variable_stored};
use crate::dependences::definitions::{Definition, reaching_block};
use crate::dependences::{Kind, Points};

impl Context<'_> {
    /// Returns whether iterations only compare what earlier ones have left in an array with stamps of their own.
    pub(super) fn are_stamped(&self, edges: &[&TaskEdge<'_>]) -> bool {
        let Some(body) = &self.body else { return false };
        let mut flows = edges.iter().filter(|edge| edge.key.kind == Kind::Raw);
        let Some(marks) = flows.next().and_then(|edge| Marks::written_by(self.points, body, edge.key.head)) else {
            return false;
        };
        let Some(uses) = marks.uses() else { return false };
        let is_use = |insn| uses.accesses.contains(insn);
        edges.iter().all(|edge| is_use(&edge.key.head) && is_use(&edge.key.tail)) && marks.are_apart(&uses)
    }
}

/// An array that a loop marks, and the local with the stamp.
struct Marks<'a> {
    points: &'a Points<'a>,
    body: &'a Body<'a>,
    array: Variable,
    stamp: u32,
}

impl<'a> Marks<'a> {
    /// Returns the array whose element a store of the loop's own code sets to a local, if it is a local, too.
    fn written_by(points: &'a Points<'a>, body: &'a Body<'a>, store: InstructionId) -> Option<Self> {
        let value = points.producer(store, 0)?;
        let array = variable_loaded(points, points.producer(store, 2)?)?;
        let is_own = points.op(store) == Op::ArrayStore && points.method_of(store) == body.method;
        let are_locals = points.op(value) == Op::Load && matches!(array, Variable::Local(..));
        if is_own && are_locals {
            Some(Self { points, body, array, stamp: points.map.insns.arg[value.index()] })
        } else {
            None
        }
    }

    /// Lists the uses of the array, if the method has made it and only uses it as one of marks.
    fn uses(&self) -> Option<Uses> {
        let mut uses = Uses::default();
        for ArrayUse { insn, .. } in uses_of_made(self.points, self.array)? {
            match self.points.op(insn) {
                Op::ArrayStore => uses.add_access(insn, self.stamp_stored(insn)?),
                Op::ArrayLoad => uses.add_access(insn, self.stamp_compared(insn)?),
                Op::Invoke => uses.filled.push(self.first_value(insn)?),
                Op::Compute if self.opcode(insn) == op::ARRAYLENGTH => {}
                _ => return None,
            }
        }
        Some(uses)
    }

    fn code(&self) -> impl Iterator<Item = InstructionId> + use<'a> {
        let method: &Method = &self.points.map.methods[self.body.method.index()];
        method.instructions()
    }

    fn opcode(&self, insn: InstructionId) -> u8 {
        self.points.map.insns.opcode[insn.index()]
    }

    fn is_stamp(&self, load: InstructionId) -> bool {
        self.points.op(load) == Op::Load && self.points.map.insns.arg[load.index()] == self.stamp
    }

    fn is_inside(&self, insn: InstructionId) -> bool {
        self.points.block_of(insn).is_some_and(|block| self.body.blocks.contains(&block))
    }

    /// Returns the load of the stamp to which the loop sets an element.
    fn stamp_stored(&self, store: InstructionId) -> Option<InstructionId> {
        let value = self.points.producer(store, 0)?;
        if self.is_inside(store) && self.is_stamp(value) { Some(value) } else { None }
    }

    /// Returns the load of the stamp with which the loop compares an element, if it does nothing else with it.
    fn stamp_compared(&self, load: InstructionId) -> Option<InstructionId> {
        if !self.is_inside(load) || self.points.op(load.plus(1)) == Op::Dup {
            return None;
        }
        let tests = |insn: &InstructionId| [op::IF_ICMPEQ, op::IF_ICMPNE].contains(&self.opcode(*insn));
        let mut others = self.code().filter(tests).filter_map(|test| self.other_operand(test, load));
        others.find(|&other| self.is_stamp(other))
    }

    /// Returns what pushes the other operand of a test.
    fn other_operand(&self, test: InstructionId, one: InstructionId) -> Option<InstructionId> {
        let (first, second) = (self.points.producer(test, 1)?, self.points.producer(test, 0)?);
        if first == one {
            Some(second)
        } else if second == one {
            Some(first)
        } else {
            None
        }
    }

    /// Returns the number that a call outside of the loop sets all elements to: `Arrays.fill`.
    fn first_value(&self, call: InstructionId) -> Option<i32> {
        let site = self.points.call(call)?;
        let is_fill = (&*site.class, &*site.name, &*site.desc) == ("java/util/Arrays", "fill", "([II)V");
        if is_fill && !self.is_inside(call) { self.constant(call, 0) } else { None }
    }

    fn constant(&self, insn: InstructionId, above: u32) -> Option<i32> {
        let pushed = self.points.producer(insn, above)?;
        if self.points.op(pushed) == Op::PushInt {
            Some(self.points.map.insns.arg[pushed.index()].cast_signed())
        } else {
            None
        }
    }

    /// Returns whether each iteration has a stamp of its own, which was nowhere in the array before.
    fn are_apart(&self, uses: &Uses) -> bool {
        let (Some(first), Some(made)) = (self.first_stamp(&uses.stamps), self.made()) else { return false };
        let mut filled = uses.filled.iter();
        first.stamp >= 0 && filled.all(|&value| value <= first.stamp) && self.is_made_within(made, first.set)
    }

    /// Returns the stamp of the first iteration, if the stamp grows once in each, either before or behind all these loads of it.
    fn first_stamp(&self, loads: &[InstructionId]) -> Option<FirstStamp> {
        let (points, looped) = (self.points, self.body.looped);
        let (moved, step) = self.body.only_step(self.stamp).filter(|&(_, step)| step > 0)?;
        let header = points.map.loops[looped.index()].header;
        let before = reaching_block(points, header, self.stamp);
        let mut before = before.into_iter().filter(|definition| *definition != Definition::Store(moved));
        let Definition::Store(set) = before.next().filter(|_| before.next().is_none())? else { return None };
        let start = if points.op(set) == Op::Store { self.constant(set, 0)? } else { return None };
        if !may_pass_again(points, looped, moved, loads) {
            return Some(FirstStamp { stamp: start, set });
        }
        let are_behind = loads.iter().all(|&load| !may_pass_again(points, looped, load, &[moved]));
        if are_behind { Some(FirstStamp { stamp: start.saturating_add(step), set }) } else { None }
    }

    /// Returns the only store of an array to the local, outside of the loop.
    fn made(&self) -> Option<InstructionId> {
        let is_one = |insn: &InstructionId| variable_stored(self.points, *insn) == Some(self.array);
        let mut stores = self.code().filter(is_one);
        stores.next().filter(|&made| stores.next().is_none() && !self.is_inside(made))
    }

    /// Returns whether the array is made anew at least as often as the stamp begins anew.
    fn is_made_within(&self, made: InstructionId, set: InstructionId) -> bool {
        let map = self.points.map;
        let around = self.points.innermost_loop(set);
        let inner = self.points.innermost_loop(made);
        around.is_none() || inner.is_some_and(|inner| outward(map, inner).any(|looped| Some(looped) == around))
    }
}

/// What a method does with an array of marks.
#[derive(Default)]
struct Uses {
    /// Accesses to its elements.
    accesses: FxHashSet<InstructionId>,
    /// Loads of the stamp for them.
    stamps: Vec<InstructionId>,
    /// Numbers that all elements are set to outside of the loop.
    filled: Vec<i32>,
}

impl Uses {
    fn add_access(&mut self, access: InstructionId, stamp: InstructionId) {
        self.accesses.insert(access);
        self.stamps.push(stamp);
    }
}

/// The number with which a loop stamps first.
struct FirstStamp {
    stamp: i32,
    /// Where it is set.
    set: InstructionId,
}
