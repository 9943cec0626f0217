//! Exceptions that end a loop and are caught behind it, in the same method: they are a way out of the loop as `break` is, also if none occurred.
//! Others guard against errors, as a rule.

use paratrace_traceformat::map::{BlockId, InstructionId, MethodId, Op};
use rustc_hash::FxHashSet;

use super::body::Body;
use super::reach::Reach;
use crate::dependences::Points;

/// Returns whether the loop throws an exception itself, or calls code that throws one of the program's own types, and its method goes on behind the
/// loop with that. `raising` are the blocks of the loop, and those behind it that only throw. The map does not tell which types a handler catches:
/// it is taken to catch them.
pub(super) fn throws_out(
    points: &Points<'_>,
    body: &Body<'_>,
    raising: &FxHashSet<BlockId>,
    reach: &Reach<'_>,
) -> bool {
    let code = || raising.iter().flat_map(|block| points.map.blocks[block.index()].instructions());
    let is_caught = |insn: &InstructionId| is_caught_behind(points, body, *insn);
    if code().filter(|&insn| points.op(insn) == Op::Throw).any(|throw| is_caught(&throw)) {
        return true;
    }
    let mut calls = code().filter(|&insn| points.op(insn) == Op::Invoke).filter(is_caught).peekable();
    calls.peek().is_some() && reach.reached(calls).any(|insn| throws_own_type(points, insn))
}

/// Returns whether a handler behind the loop goes on with what an instruction of the loop throws. One inside of the loop comes first.
fn is_caught_behind(points: &Points<'_>, body: &Body<'_>, insn: InstructionId) -> bool {
    let first = handlers_that_go_on(points, body.method, insn).next();
    first.is_some_and(|handler| !body.blocks.contains(&handler))
}

/// Lists the handlers that protect an instruction and do something else than throw in the end; the one that is asked first first.
pub(super) fn handlers_that_go_on<'p>(
    points: &'p Points<'_>,
    method: MethodId,
    insn: InstructionId,
) -> impl Iterator<Item = BlockId> + 'p {
    handlers_of(points, method, insn).filter(|&handler| goes_on(points, handler))
}

/// Lists the handlers that protect an instruction, the one that is asked first first.
fn handlers_of<'p>(
    points: &'p Points<'_>,
    method: MethodId,
    insn: InstructionId,
) -> impl Iterator<Item = BlockId> + 'p {
    let rows = points.map.methods[method.index()].handlers.clone();
    let rows = &points.map.handlers[rows.start as usize..rows.end as usize];
    rows.iter().filter(move |row| (row.from..row.to).contains(&insn)).map(|row| row.block)
}

/// Returns whether the code behind a block may do something else than throw in the end, as that of `finally` does.
fn goes_on(points: &Points<'_>, block: BlockId) -> bool {
    let (mut todo, mut seen) = (vec![block], FxHashSet::from_iter([block]));
    while let Some(block) = todo.pop() {
        let last = points.map.blocks[block.index()].instructions().next_back();
        if last.is_some_and(|insn| matches!(points.op(insn), Op::Return | Op::ReturnValue)) {
            return true;
        }
        todo.extend(points.next(block).filter(|&next| seen.insert(next)));
    }
    false
}

/// Returns whether an instruction throws a new exception of one of the program's own types; those of a traced JDK are none.
fn throws_own_type(points: &Points<'_>, throw: InstructionId) -> bool {
    let is_of_program = |class: &str| points.map.classes.iter().any(|known| known.name == class && !known.is_of_jdk());
    let made = || points.producer(throw, 0).and_then(|new| points.made_class(new));
    points.op(throw) == Op::Throw && made().is_some_and(is_of_program)
}
