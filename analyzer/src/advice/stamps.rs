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
use paratrace_replay::base::arithmetic::iinc;
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
        edges.iter().all(|edge| uses.contains(&edge.key.head) && uses.contains(&edge.key.tail))
            && marks.are_apart(&uses)
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

    /// Lists the accesses to the elements, if the method has made the array and only uses it as one of marks.
    fn uses(&self) -> Option<FxHashSet<InstructionId>> {
        let mut uses = FxHashSet::default();
        for ArrayUse { insn, .. } in uses_of_made(self.points, self.array)? {
            match self.points.op(insn) {
                Op::ArrayStore if self.stamps(insn) => drop(uses.insert(insn)),
                Op::ArrayLoad if self.is_compared(insn) => drop(uses.insert(insn)),
                Op::Compute if self.opcode(insn) == op::ARRAYLENGTH => {}
                Op::Invoke if self.first_value(insn).is_some() => {}
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

    fn is_array(&self, load: InstructionId) -> bool {
        self.points.op(load) == Op::Load && variable_loaded(self.points, load) == Some(self.array)
    }

    fn is_stamp(&self, load: InstructionId) -> bool {
        self.points.op(load) == Op::Load && self.points.map.insns.arg[load.index()] == self.stamp
    }

    fn is_inside(&self, insn: InstructionId) -> bool {
        self.points.block_of(insn).is_some_and(|block| self.body.blocks.contains(&block))
    }

    /// Returns whether the loop sets an element to the stamp.
    fn stamps(&self, store: InstructionId) -> bool {
        self.is_inside(store) && self.points.producer(store, 0).is_some_and(|value| self.is_stamp(value))
    }

    /// Returns whether the loop only tests whether an element is the stamp.
    fn is_compared(&self, load: InstructionId) -> bool {
        self.is_inside(load) && self.points.op(load.plus(1)) != Op::Dup && self.test_of(load).is_some()
    }

    /// Returns the load of the stamp with which an element is compared.
    fn test_of(&self, load: InstructionId) -> Option<InstructionId> {
        let tests = |insn: &InstructionId| [op::IF_ICMPEQ, op::IF_ICMPNE].contains(&self.opcode(*insn));
        self.code().filter(tests).find_map(|test| {
            let (first, second) = (self.points.producer(test, 1)?, self.points.producer(test, 0)?);
            let other = if first == load {
                second
            } else if second == load {
                first
            } else {
                return None;
            };
            Some(other).filter(|&other| self.is_stamp(other))
        })
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
    fn are_apart(&self, uses: &FxHashSet<InstructionId>) -> bool {
        let values = uses.iter().filter_map(|&insn| match self.points.op(insn) {
            Op::ArrayStore => self.points.producer(insn, 0),
            _ => self.test_of(insn),
        });
        let values: Vec<InstructionId> = values.collect();
        let (Some(first), Some(made)) = (self.first_stamp(&values), self.made()) else { return false };
        let mut filled = self.code().filter_map(|insn| self.first_value(insn).filter(|_| self.fills(insn)));
        first.stamp >= 0 && filled.all(|value| value <= first.stamp) && self.is_made_within(made, first.set)
    }

    fn fills(&self, call: InstructionId) -> bool {
        self.points.producer(call, 1).is_some_and(|array| self.is_array(array))
    }

    /// Returns the stamp of the first iteration, if the stamp grows once in each, either before or behind all these loads of it.
    fn first_stamp(&self, loads: &[InstructionId]) -> Option<FirstStamp> {
        let (points, looped) = (self.points, self.body.looped);
        let mut moves = self.body.stores_to(self.stamp);
        let moved = moves.next().filter(|_| moves.next().is_none())?;
        let is_counter = points.op(moved) == Op::Iinc && self.body.has_once(moved);
        let step = is_counter.then(|| iinc(points.map.insns.arg[moved.index()]).1).filter(|&step| step > 0)?;
        let header = points.map.loops[looped.index()].header;
        let before = reaching_block(points, header, self.stamp);
        let mut before = before.into_iter().filter(|definition| *definition != Definition::Store(moved));
        let Definition::Store(set) = before.next().filter(|_| before.next().is_none())? else { return None };
        let start = if points.op(set) == Op::Store { self.constant(set, 0)? } else { return None };
        if !may_pass_again(points, looped, moved, loads) {
            return Some(FirstStamp { stamp: start, set });
        }
        let are_behind = loads.iter().all(|&load| !may_pass_again(points, looped, load, &[moved]));
        are_behind.then(|| FirstStamp { stamp: start.saturating_add(step), set })
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

/// The number with which a loop stamps first.
struct FirstStamp {
    stamp: i32,
    /// Where it is set.
    set: InstructionId,
}
