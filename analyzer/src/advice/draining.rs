//! Objects that a loop only takes something from: a queue that it drains, a reader whose lines it reads.
//!
//! Which iteration gets what follows from the order of the iterations alone. So a short loop can take all of it first.

use paratrace_jvm::library::{Habit, MethodFact};
use paratrace_traceformat::map::{InstructionId, Op};
use rustc_hash::FxHashSet;

use super::context::Context;
use super::functions::Arguments;
use super::idioms;
use crate::dependences::Key;

/// Least mean duration of an iteration, in nodes: taking the next line, or the least element, costs some hundred, and stays in order.
const LEAST_BESIDE_TAKING: f64 = 1_000.0;

impl Context<'_> {
    /// Returns whether these calls, by which tasks use an object, only take something from it, once an iteration each, or ask, to find the end
    /// of the loop, whether there is more.
    pub(super) fn only_take(&self, calls: &FxHashSet<InstructionId>) -> bool {
        let takes = |call: InstructionId| self.takes_next(call) && self.is_once(call);
        let asks = |call: InstructionId| self.asks_for_next(call) && self.decides_end(call);
        self.duration >= LEAST_BESIDE_TAKING
            && calls.iter().any(|&call| takes(call))
            && calls.iter().all(|&call| takes(call) || asks(call))
    }

    /// Returns whether a call is one by which the loop drains an object.
    pub(super) fn drains_by(&self, call: InstructionId) -> bool {
        self.uses_object(call) && self.only_take(&self.uses_around(std::iter::once(call)))
    }

    /// Returns whether a call takes the next of what its object holds.
    fn takes_next(&self, call: InstructionId) -> bool {
        // With an argument, it is one that takes what the argument says.
        self.points.call(call).is_some_and(|site| site.args == 1 && idioms::has(site, Habit::Drains))
    }

    /// Returns whether a call leaves its object as it is, but for how far it has looked ahead.
    fn asks_for_next(&self, call: InstructionId) -> bool {
        Arguments { points: self.points }.is(call, MethodFact::Looks)
            || self.points.call(call).is_some_and(|site| site.args == 1 && idioms::has(site, Habit::Asks))
    }

    /// Returns whether all that the loop stores to a local is what it takes from an object that it drains: with all of that taken first, each
    /// iteration has its own.
    pub(super) fn holds_next(&self, local: u32) -> bool {
        let Some(body) = &self.body else { return false };
        let taken = |store| self.points.producer(store, 0).and_then(|pushed| self.points.without_cast(pushed));
        let mut stores = body.stores_to(local).peekable();
        stores.peek().is_some() && stores.all(|store| taken(store).is_some_and(|call| self.drains_by(call)))
    }

    /// Returns whether a dependence hands on what one iteration has taken for the next one.
    pub(super) fn hands_on_next(&self, key: &Key) -> bool {
        let points = self.points;
        points.op(key.head) == Op::Store
            && points.op(key.tail) == Op::Load
            && self.holds_next(points.map.insns.arg[key.tail.index()])
    }

    /// Returns whether the test of an exit of the loop looks at what a call gives.
    fn decides_end(&self, call: InstructionId) -> bool {
        let body = self.body.as_ref();
        body.is_some_and(|body| body.exit_tests().any(|exit| exit.operands.contains(&call)))
    }
}
