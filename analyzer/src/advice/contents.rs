//! What an object holds as a whole: calls that throw all of it away, and calls that show all of it.

use paratrace_jvm::library::{self, Habit, MethodFact};
use paratrace_jvm::opcodes;
use paratrace_replay::program::parameters;
use paratrace_traceformat::map::{BlockId, InstructionId, Op, Site};
use rustc_hash::FxHashSet;

use super::body::{Body, blocks};
use super::functions::Arguments;
use super::idioms;
use super::rounds::{is_passed_always, may_pass_again};
use super::task_edge::TaskEdge;
use crate::dependences::definitions::only_store;
use crate::dependences::{Kind, Points};

/// Returns whether tasks meet at an object only where one of them throws away what the others left there.
pub(super) fn is_cleared_between(points: &Points<'_>, edges: &[&TaskEdge<'_>]) -> bool {
    edges.iter().all(|edge| edge.key.kind == Kind::State && edge.count > 0 && clears(points, edge.key.tail))
}

/// Returns whether tasks meet at an object only where one of them has thrown away all that it held.
pub(super) fn is_left_empty(points: &Points<'_>, edges: &[&TaskEdge<'_>]) -> bool {
    edges.iter().all(|edge| edge.key.kind == Kind::State && edge.count > 0 && clears(points, edge.key.head))
}

/// Returns whether a call uses an object that the method of the loop has made before it, with nothing in it.
pub(super) fn begins_empty(points: &Points<'_>, body: &Body<'_>, call: InstructionId) -> bool {
    const WITHOUT_CONTENT: [&str; 4] = ["()V", "(I)V", "(IF)V", "(Ljava/util/Comparator;)V"];
    let is_empty = |site: &Site| {
        &*site.name == "<init>" && WITHOUT_CONTENT.contains(&&*site.desc) && library::nature_of(&site.class).is_some()
    };
    made_by(points, body, call).and_then(|made| points.call(made)).is_some_and(is_empty)
}

/// Returns the constructor call that alone makes the object of a call, before the loop.
fn made_by(points: &Points<'_>, body: &Body<'_>, call: InstructionId) -> Option<InstructionId> {
    let load = points.object_of_chain(call).filter(|&load| points.op(load) == Op::Load)?;
    let store = only_store(points, load).filter(|&store| body.is_around(store))?;
    let made = points.producer(store, 0)?;
    let is_new = points.map.insns.opcode[made.index()] == opcodes::NEW;
    let between = || made.up_to(store).filter(|&insn| points.call(insn).is_some_and(|site| &*site.name == "<init>"));
    if is_new { between().last() } else { None }
}

/// Returns whether the last thing that each iteration does with an object is to take elements from it until it is empty, in a loop that ends in
/// no other way. `beside` are the calls by which iterations use it.
pub(super) fn is_drained(points: &Points<'_>, body: &Body<'_>, beside: &FxHashSet<InstructionId>) -> bool {
    beside.iter().any(|&asks| {
        let is_asking = points.call(asks).is_some_and(|site| &*site.name == "isEmpty" && site.args == 1);
        let Some(inner) = points.innermost_loop(asks).filter(|&inner| is_asking && inner != body.looped) else {
            return false;
        };
        let draining: FxHashSet<BlockId> = blocks(points, inner).collect();
        let is_outside = |call: InstructionId| !points.block_of(call).is_some_and(|block| draining.contains(&block));
        let outside: Vec<InstructionId> = beside.iter().copied().filter(|&call| is_outside(call)).collect();
        ends_if_true(points, &draining, asks)
            && beside.iter().all(|&call| points.method_of(call) == body.method)
            && is_passed_always(points, body.looped, std::iter::once(asks))
            && !may_pass_again(points, body.looped, asks, &outside)
    })
}

/// Returns whether a loop with these blocks ends only where a call gives true.
fn ends_if_true(points: &Points<'_>, blocks: &FxHashSet<BlockId>, asks: InstructionId) -> bool {
    let map = points.map;
    let is_left = |&&block: &&BlockId| points.next(block).any(|to| !blocks.contains(&to));
    let mut exits = blocks.iter().filter(is_left);
    let (Some(&exit), None) = (exits.next(), exits.next()) else { return false };
    let Some(test) = map.blocks[exit.index()].instructions().next_back() else { return false };
    let next = points.next(exit).find(|to| map.blocks[to.index()].insns.start == map.blocks[exit.index()].insns.end);
    let goes_on_inside = next.is_some_and(|next| blocks.contains(&next));
    let leaves_if_true = match map.insns.opcode[test.index()] {
        opcodes::IFNE => goes_on_inside,
        opcodes::IFEQ => !goes_on_inside,
        _ => false,
    };
    leaves_if_true && points.producer(test, 0) == Some(asks)
}

/// Returns whether nothing but such calls begins anew what these calls do with an object: none of them changes a setting of it, which
/// would be there for what follows.
pub(super) fn leave_no_setting(points: &Points<'_>, calls: impl Iterator<Item = InstructionId> + Clone) -> bool {
    const KNOWN: [MethodFact; 4] =
        [MethodFact::Restarts, MethodFact::Passing, MethodFact::Looks, MethodFact::LooksMostly];
    let arguments = Arguments { points };
    let restarts = calls.clone().any(|call| arguments.is(call, MethodFact::Restarts));
    !restarts || calls.into_iter().all(|call| KNOWN.iter().any(|&fact| arguments.is(call, fact)))
}

/// Returns whether a call leaves nothing of what its object held that matters to calls after it.
pub(super) fn clears(points: &Points<'_>, call: InstructionId) -> bool {
    let arguments = Arguments { points };
    if arguments.is(call, MethodFact::Restarts) {
        return true;
    }
    let is_number = || points.call(call).is_some_and(|site| parameters(&site.desc).next().is_some());
    arguments.is(call, MethodFact::Clears) && (!is_number() || arguments.number(call, 1) == Some(0))
        || deletes_all(points, call).is_some()
        || measures_what_is_deleted(points, call)
}

/// Returns the call that measures an object, if another call deletes all that it holds: `text.delete(0, text.length())`.
fn deletes_all(points: &Points<'_>, call: InstructionId) -> Option<InstructionId> {
    let arguments = Arguments { points };
    if !arguments.is(call, MethodFact::ClearsRange) || arguments.number(call, 1) != Some(0) {
        return None;
    }
    let measured = points.producer(call, 0)?;
    let is_length = points.call(measured).is_some_and(|site| &*site.name == "length" && site.args == 1);
    let [deleted, length_of] = [points.producer(call, 2)?, points.producer(measured, 0)?];
    let is_one_variable = points.op(deleted) == Op::Load
        && points.op(length_of) == Op::Load
        && points.map.insns.arg[deleted.index()] == points.map.insns.arg[length_of.index()];
    if is_length && is_one_variable { Some(measured) } else { None }
}

/// Returns whether a call only measures what the next one deletes: it does not matter how much that is.
fn measures_what_is_deleted(points: &Points<'_>, call: InstructionId) -> bool {
    let next = InstructionId::new(call.number() + 1);
    next.index() < points.map.insns.op.len() && deletes_all(points, next) == Some(call)
}

/// Returns whether a task adds to an object, and a later one takes all that it holds by then.
pub(super) fn shows_added(points: &Points<'_>, edge: &TaskEdge<'_>) -> bool {
    let shows = |call| Arguments { points }.is(call, MethodFact::ShowsAll);
    edge.key.kind == Kind::State && edge.count > 0 && adds(points, edge.key.head) && shows(edge.key.tail)
}

/// Returns whether a call adds to the text or bytes that its object holds.
fn adds(points: &Points<'_>, call: InstructionId) -> bool {
    points.call(call).is_some_and(|site| idioms::has(site, Habit::Gathers))
}
