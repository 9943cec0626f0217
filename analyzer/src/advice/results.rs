//! Results of calls that the next iteration needs, as in `x = f(x)`: such calls wait for one another.

use paratrace_replay::program::{ConstructId, RegionId};
use paratrace_traceformat::map::{InstructionId, Op};
use rustc_hash::FxHashMap;

use super::counters::counters;
use super::updates::Updates;
use crate::dependences::{Key, Kind, Points, Stat};

/// The edges of each construct.
pub(super) type EdgesOf<'e> = FxHashMap<ConstructId, Vec<(&'e Key, &'e Stat)>>;

/// Most instructions from the one that takes a result to the store of what is computed from it, in one statement.
const STATEMENT: usize = 8;

/// Returns whether a caller's loop stores a result of these calls where its next iteration reads it, other than to combine it
/// with other results. `own` are the edges that leave the calls.
pub(super) fn feed_next(points: &Points<'_>, own: &[(&Key, &Stat)], all: &EdgesOf<'_>) -> bool {
    let results = own.iter().filter(|(key, _)| key.kind == Kind::Raw && points.op(key.head) == Op::ReturnValue);
    results.map(|(key, _)| key.tail).any(|taken| is_carried_on(points, taken, all))
}

fn is_carried_on(points: &Points<'_>, taken: InstructionId, all: &EdgesOf<'_>) -> bool {
    let Some(looped) = points.innermost_loop(taken) else { return false };
    let Some(edges) = all.get(&ConstructId::of_region(RegionId::of_loop(points.map, looped))) else { return false };
    let stores = edges.iter().filter(|(key, stat)| {
        let rows = key.head.rows_since(taken).is_some_and(|rows| (rows as usize) < STATEMENT);
        key.kind == Kind::Raw && stat.carried > 0 && rows && points.block_of(key.head) == points.block_of(taken)
    });
    let mut stores = stores.peekable();
    if stores.peek().is_none() {
        return false;
    }
    let updates = Updates::of(points, looped);
    // A counter that some iterations do not move is no result either: none of them has to.
    let counters = counters(points, looped, edges, (0, 0));
    stores.any(|(key, _)| updates.operation(key.head, key.tail).is_none() && !counters.contains(&key.head))
}
