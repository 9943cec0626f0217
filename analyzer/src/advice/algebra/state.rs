//! What is known at a place of the code: the operand stack, the locals, and what tests have shown.

use rustc_hash::FxHashMap;

use super::value::{Fact, Number, Part, Tests, Value, number};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) stack: Vec<Value>,
    /// Locals that were written since the code began, or whose value is known otherwise.
    pub(super) locals: FxHashMap<u32, Value>,
    /// Number of the heap's contents.
    pub(super) memory: Number,
    pub(super) fact: Option<Fact>,
}

impl State {
    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value { part: Part::Mixed, ..Value::free(0) })
    }

    /// Pops as many values, the last one last.
    pub(super) fn pop_all(&mut self, count: usize) -> Vec<Value> {
        let mut popped: Vec<Value> = (0..count).map(|_| self.pop()).collect();
        popped.reverse();
        popped
    }

    /// Returns the value of a local; `context` tells activations apart.
    pub(super) fn local(&self, slot: u32, context: Number) -> Value {
        self.locals.get(&slot).copied().unwrap_or_else(|| Value::free(number(("at first", slot, context))))
    }

    /// Makes every copy of the old value one that cannot be followed: the location has a new one.
    pub(super) fn forget_old(&mut self) {
        let copies = self.stack.iter_mut().chain(self.locals.values_mut());
        for copy in copies.filter(|copy| !matches!(copy.part, Part::Free | Part::Companion)) {
            copy.part = Part::Mixed;
        }
        self.fact = None;
    }

    /// Returns the state where two ways meet at `place`. `chosen` are the tests that have chosen between them.
    pub(super) fn or(&self, other: &Self, chosen: Tests, (place, context): (u32, Number)) -> Self {
        let both = |what: &str, at: u32| number((what, at, place, context));
        let meet = |a: Value, b: Value, both: Number| {
            if a == b { a } else { a.given(self.fact).or(b.given(other.fact), chosen, both) }
        };
        let entries = self.stack.iter().zip(&other.stack).zip(0..);
        let stack = entries.map(|((&a, &b), at)| meet(a, b, both("entry", at))).collect();
        let slots = self.locals.keys().chain(other.locals.keys());
        let local = |slot: u32| meet(self.local(slot, context), other.local(slot, context), both("local", slot));
        let locals = slots.map(|&slot| (slot, local(slot))).collect();
        let memory = if self.memory == other.memory { self.memory } else { both("memory", 0) };
        let fact = self.fact.zip(other.fact).and_then(|(one, other)| one.merged_with(other));
        Self { stack, locals, memory, fact }
    }
}
