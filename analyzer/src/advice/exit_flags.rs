//! Flags by which iterations end their loop: `while (!found && …) { … if (…) found = true; … }` ends as `break` does.

use paratrace_jvm::opcodes as op;
use paratrace_traceformat::map::{InstructionId, Op};

use super::body::{Body, ExitTest};
use super::context::Context;
use crate::dependences::Key;
use crate::dependences::definitions::stored_local;

impl Context<'_> {
    /// Returns whether a dependence goes through a local that the loop only stores to, and tests at its exits. Then no iteration needs the value
    /// but to know that there is one more, and the exit itself says that this is a search (`exits`).
    pub(super) fn only_ends_loop(&self, key: &Key) -> bool {
        let Some(body) = &self.body else { return false };
        let points = self.points;
        let arg = |insn: InstructionId| points.map.insns.arg[insn.index()];
        let local = arg(key.tail);
        let is_use = |&insn: &InstructionId| match points.op(insn) {
            Op::Load => arg(insn) == local,
            Op::Iinc => stored_local(points, insn) == Some(local),
            _ => false,
        };
        points.op(key.head) == Op::Store
            && points.op(key.tail) == Op::Load
            && body.instructions().filter(is_use).all(|load| self.is_tested_at_exit(body, load))
    }

    /// Returns whether an exit of a loop tests the truth value that an instruction loads, and nothing else.
    fn is_tested_at_exit(&self, body: &Body<'_>, load: InstructionId) -> bool {
        let opcode = |insn: InstructionId| self.points.map.insns.opcode[insn.index()];
        let is_test_of_it =
            |exit: &ExitTest| exit.operands == [load] && matches!(opcode(exit.test), op::IFEQ | op::IFNE);
        body.exit_tests().any(|exit| is_test_of_it(&exit))
    }
}
