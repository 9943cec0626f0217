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

use super::context::Context;
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
        if calls.len() != 2 || !self.points.is_result_dropped(call) {
            return false;
        }
        let Some(made) = put.made_if_null() else { return false };
        calls.contains(&made.get) && put.loads_behind(&made).is_some() && self.follows_from_key(&made, call)
    }

    /// Returns whether the code between the test and the call that puts the value computes it from nothing but the variable that is the key.
    fn follows_from_key(&self, made: &Made, put: InstructionId) -> bool {
        let points = self.points;
        let Some(key) = self.key_variable(put) else { return false };
        let Some(value) = points.producer(made.made, 0) else { return false };
        let mut code = made.test.plus(1).up_to(put);
        code.all(|insn| self.only_makes(insn, made, put, key)) && points.pushes(value, DEEP, &library::is_value_type)
    }

    /// Returns whether an instruction before the call that puts a value computes it from the key, or pushes the arguments of that call.
    fn only_makes(&self, insn: InstructionId, made: &Made, put: InstructionId, key: InstructionId) -> bool {
        let arg = |insn: InstructionId| self.points.map.insns.arg[insn.index()];
        let is_result = || arg(insn) == arg(made.made);
        match self.points.op(insn) {
            Op::Load => is_result() || self.is_of_map(insn, put) || self.is_same_variable(insn, key),
            Op::Store => is_result(),
            Op::GetStatic | Op::GetField => self.is_of_map(insn, put),
            Op::Invoke => self.computes_apart(insn),
            Op::Push | Op::PushInt | Op::Compute | Op::Dup | Op::Pop => true,
            _ => false,
        }
    }

    /// Returns the load of the local that is the key of a call of a map, in a box or not. Equal keys of other types may be told apart.
    fn key_variable(&self, put: InstructionId) -> Option<InstructionId> {
        let points = self.points;
        let key = points.producer_by_all_ways(put, 1)?;
        if !points.pushes(key, DEEP, &library::is_value_type) {
            return None;
        }
        let is_boxed = points.call(key).is_some_and(is_boxing);
        let load = if is_boxed { points.producer(key, 0)? } else { key };
        if points.op(load) == Op::Load { Some(load) } else { None }
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
