//! What an object holds as a whole: calls that throw all of it away, and calls that show all of it.

use paratrace_jvm::library::{Habit, MethodFact};
use paratrace_replay::program::parameters;
use paratrace_traceformat::map::InstructionId;

use super::blockers::Between;
use super::functions::Arguments;
use super::idioms;
use crate::dependences::{Kind, Points};

/// Returns whether tasks meet at an object only where one of them throws away what the others left there.
pub(super) fn is_cleared_between(points: &Points<'_>, edges: &[&Between<'_>]) -> bool {
    edges.iter().all(|edge| edge.key.kind == Kind::State && edge.count > 0 && clears(points, edge.key.tail))
}

/// Returns whether a call leaves nothing of what its object held.
pub(super) fn clears(points: &Points<'_>, call: InstructionId) -> bool {
    let arguments = Arguments { points };
    let is_number = || points.call(call).is_some_and(|site| parameters(&site.desc).next().is_some());
    arguments.is(call, MethodFact::Clears) && (!is_number() || arguments.number(call, 1) == Some(0))
}

/// Returns whether a task adds to an object, and a later one takes all that it holds by then.
pub(super) fn shows_added(points: &Points<'_>, edge: &Between<'_>) -> bool {
    let shows = |call| Arguments { points }.is(call, MethodFact::ShowsAll);
    edge.key.kind == Kind::State && edge.count > 0 && adds(points, edge.key.head) && shows(edge.key.tail)
}

/// Returns whether a call adds to the text or bytes that its object holds.
fn adds(points: &Points<'_>, call: InstructionId) -> bool {
    points.call(call).is_some_and(|site| idioms::has(site, Habit::Gathers))
}
