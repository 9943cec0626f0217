//! Candidates, judged by what was gathered of all threads.

use std::collections::BTreeSet;

use paratrace_replay::program::RegionId;
use paratrace_replay::replay::ReplayStats;
use paratrace_traceformat::map::{MethodId, ProgramMap};

use crate::advice::{Callbacks, CallsMade, Leaks, WithJdk, candidates};
use crate::dependences::DependenceSums;
use crate::depths::Totals;
use crate::model::Candidate;
use crate::options::Options;

/// The dependences of the program, whose calls of the JDK are opaque.
pub(crate) struct OfProgram<'p> {
    /// The map of the program alone.
    pub(crate) map: &'p ProgramMap,
    pub(crate) dependences: DependenceSums,
    pub(crate) stats: ReplayStats,
}

/// Lists the candidates of a run with so many threads.
pub(super) fn advised(
    (totals, sums, stats): (&Totals<'_>, &DependenceSums, &ReplayStats),
    is_in_threads: &dyn Fn(RegionId) -> bool,
    threads: usize,
    with_jdk: Option<WithJdk<'_>>,
    options: &Options<'_>,
) -> Vec<Candidate> {
    let calls_made: Vec<(MethodId, MethodId)> = stats.calls.keys().chain(stats.callbacks.keys()).copied().collect();
    let uncertain = stats.identities.uncertain(&calls_made);
    let called_back = stats.callbacks.keys().map(|&(_, callee)| callee);
    let leaks =
        if threads > 1 { Leaks::Any } else { Leaks::new(totals.map, totals.own_nodes.keys().copied(), called_back) };
    let made = CallsMade { all: &calls_made, back: callbacks(stats) };
    candidates((totals, sums), &uncertain, is_in_threads, &leaks, made, with_jdk, options.threads)
}

/// Lists the methods that untraced code called, for each method that had called it.
fn callbacks(stats: &ReplayStats) -> Callbacks {
    let mut all = Callbacks::default();
    let calls: BTreeSet<_> = stats.callbacks.keys().copied().collect();
    calls.into_iter().for_each(|(caller, callee)| all.entry(caller).or_default().push(callee));
    all
}
