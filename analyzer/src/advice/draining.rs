//! Objects that a loop only takes something from: a queue that it drains, a reader whose lines it reads.
//!
//! Which iteration gets what follows from the order of the iterations alone. So a short loop can take all of it first.

use paratrace_jvm::library::{Habit, MethodFact};
use paratrace_jvm::opcodes::is_predicate;
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashSet;

use super::blockers::Context;
use super::functions::Arguments;
use super::idioms;

/// Least mean duration of an iteration, in nodes: taking the next line, or the least element, costs some hundred, and stays in order.
const LEAST_BESIDE_TAKING: f64 = 1_000.0;

impl Context<'_> {
    /// Returns whether these calls, by which tasks use an object, only take something from it, once an iteration each, or ask, to find the end
    /// of the loop, whether there is more.
    pub(super) fn only_take(&self, calls: &FxHashSet<InstructionId>) -> bool {
        let takes = |call: InstructionId| self.takes_next(call) && self.is_once(call);
        let asks = |call: InstructionId| {
            Arguments { points: self.points }.is(call, MethodFact::Looks) && self.decides_end(call)
        };
        self.duration >= LEAST_BESIDE_TAKING
            && calls.iter().any(|&call| takes(call))
            && calls.iter().all(|&call| takes(call) || asks(call))
    }

    /// Returns whether a call is one by which the loop drains an object.
    pub(super) fn drains_by(&self, call: InstructionId) -> bool {
        let reached = self.reached();
        let is_own = |insn| {
            self.points.call(insn).is_some_and(|site| &*site.name != "<init>") && reached.contains(self.points, insn)
        };
        is_own(call) && self.only_take(&self.successions.around(std::iter::once(call), is_own))
    }

    /// Returns whether a call takes the next of what its object holds.
    fn takes_next(&self, call: InstructionId) -> bool {
        // With an argument, it is one that takes what the argument says.
        self.points.call(call).is_some_and(|site| site.args == 1 && idioms::has(site, Habit::Drains))
    }

    /// Returns whether the test of an exit of the loop looks at what a call gives.
    fn decides_end(&self, call: InstructionId) -> bool {
        let Some(body) = &self.body else { return false };
        let map = self.points.map;
        body.blocks.iter().any(|&block| {
            let test = map.blocks[block.index()].instructions().next_back();
            let is_exit = self.points.next(block).any(|to| !body.blocks.contains(&to));
            let test = test.filter(|test| is_exit && is_predicate(map.insns.opcode[test.index()]));
            let operands = test.and_then(|test| body.operands(block, test));
            operands.is_some_and(|operands| operands.contains(&call))
        })
    }
}
