//! Values that a program remembers by hand: it looks for that of a key, and computes it where there is none.
//!
//! ```java
//! Integer value = known.get(key);
//! if (value == null) { value = compute(key); known.put(key, value); }
//! ```
//!
//! That is what `computeIfAbsent(key, this::compute)` does. It does not matter who asks first, if the value follows from the key alone.

use paratrace_jvm::library;
use paratrace_traceformat::map::{InstructionId, Op};
use rustc_hash::FxHashSet;

use super::blockers::Context;
use super::functions::is_boxing;
use super::grouped_by_hand::{Made, Put};
use super::maps;
use crate::dependences::definitions::reaching;

/// Most variables that hand a value from one to another.
const DEEP: usize = 4;

impl Context<'_> {
    /// Returns whether these are the two calls by which a method remembers immutable values that follow from their keys.
    pub(super) fn remember_by_hand(&self, calls: &FxHashSet<InstructionId>) -> bool {
        let Some(&call) = calls.iter().find(|&&call| maps::writes(self.points, call)) else { return false };
        let put = Put { points: self.points, reached: self.reached(), call };
        let is_made_here = |made: &Made| calls.len() == 2 && calls.contains(&made.get);
        let made = if self.points.is_result_dropped(call) { put.made_if_null().filter(is_made_here) } else { None };
        made.is_some_and(|made| put.loads_behind(&made).is_some() && self.follows_from_key(&made, call))
    }

    /// Returns whether the code between the test and the call that puts the value computes it from nothing but the variable that is the key.
    fn follows_from_key(&self, made: &Made, put: InstructionId) -> bool {
        let points = self.points;
        let arg = |insn: InstructionId| points.map.insns.arg[insn.index()];
        let Some(key) = self.key_variable(put) else { return false };
        let is_result = |insn: InstructionId| arg(insn) == arg(made.made);
        let is_plain = |insn: InstructionId| match points.op(insn) {
            Op::Load => is_result(insn) || self.is_of_map(insn, put) || self.is_same_variable(insn, key),
            Op::Store => is_result(insn),
            Op::GetStatic | Op::GetField => self.is_of_map(insn, put),
            Op::Invoke => insn == put || self.computes_apart(insn),
            Op::Push | Op::PushInt | Op::Compute | Op::Dup | Op::Pop => true,
            _ => false,
        };
        let is_value = points.producer(made.made, 0);
        made.test.plus(1).up_to(put.plus(1)).all(is_plain)
            && is_value.is_some_and(|value| points.pushes(value, DEEP, &library::is_value_type))
    }

    /// Returns the load of the local that is the key of a call of a map, in a box or not. Equal keys of other types may be told apart.
    fn key_variable(&self, put: InstructionId) -> Option<InstructionId> {
        let points = self.points;
        let key = points.producer_by_all_ways(put, 1)?;
        if !points.pushes(key, DEEP, &library::is_value_type) {
            return None;
        }
        let unboxed = points.call(key).filter(|site| is_boxing(site)).and_then(|_| points.producer(key, 0));
        unboxed.or(Some(key)).filter(|&load| points.op(load) == Op::Load)
    }

    fn is_same_variable(&self, load: InstructionId, key: InstructionId) -> bool {
        let slot = |insn: InstructionId| self.points.map.insns.arg[insn.index()];
        slot(load) == slot(key) && reaching(self.points, load) == reaching(self.points, key)
    }

    /// Returns whether an instruction pushes the map, or the object whose field it is.
    fn is_of_map(&self, insn: InstructionId, put: InstructionId) -> bool {
        let map = self.points.producer_by_all_ways(put, 2);
        map == Some(insn) || map.is_some_and(|map| self.points.producer(map, 0) == Some(insn))
    }

    /// Returns whether a call computes its result from its arguments alone, and changes nothing.
    fn computes_apart(&self, call: InstructionId) -> bool {
        let points = self.points;
        if points.calls_pure(call) || points.call(call).is_some_and(is_boxing) {
            return true;
        }
        let Some(method) = points.only_callee(call).map(|callee| &points.map.methods[callee.index()]) else {
            return false;
        };
        let changes = |op| matches!(op, Op::PutField | Op::PutStatic | Op::ArrayStore);
        !method.insns.is_empty()
            && self.reads_apart(method)
            && !self.reach.reached(method.instructions()).any(|insn| changes(points.op(insn)))
    }
}
