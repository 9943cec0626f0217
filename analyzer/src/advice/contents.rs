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
