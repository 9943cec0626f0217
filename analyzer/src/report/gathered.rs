//! Results of threads that have ended, added up.
//!
//! A program may run any number of threads, one after the other. Of each of them only what the report tells about it is kept, and
//! the regions that it ran.

use std::collections::BTreeMap;
use std::sync::Arc;

use paratrace_replay::program::Index;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_traceformat::map::{MethodId, ProgramMap};

use super::in_threads::Ran;
use crate::dependences::{DependenceSums, SumsOfThreads};
use crate::depths::{ByRegion, Counted, Sums, Totals};
use crate::input::judge;
use crate::model::{Completeness, Thread};
use crate::options::Options;
use crate::ratios::ratio;
use crate::units::KeptStream;

/// The results for one thread.
pub(crate) struct ThreadResult {
    pub(crate) counted: Counted,
    pub(crate) sums: Sums,
    /// Constructs and edges, if they were asked for.
    pub(crate) distances: Option<DependenceSums>,
    /// Its operations, if they are to be kept.
    pub(crate) stream: Option<Arc<KeptStream>>,
    pub(crate) stats: ReplayStats,
    pub(crate) stop: Stop,
}

/// The sums over all threads, and what is kept of each.
pub(crate) struct Gathered<'m> {
    pub(super) totals: Totals<'m>,
    pub(super) completeness: Completeness,
    /// Number of levels that are measured in every thread.
    pub(super) levels: u64,
    pub(crate) stats: ReplayStats,
    pub(crate) dependences: SumsOfThreads,
    /// The threads, as the report lists them.
    pub(super) threads: Vec<Thread>,
    /// What each of them ran.
    pub(super) ran: Vec<Ran>,
}

impl<'m> Gathered<'m> {
    /// Begins with no thread. `completeness` is that of the files.
    pub(crate) fn new(index: &Index<'m>, completeness: Completeness, options: &Options<'_>) -> Self {
        let totals = Totals {
            map: index.map,
            counts: ByRegion::default(),
            sums: Sums::default(),
            own_nodes: BTreeMap::new(),
            nodes: 0,
            cores: options.cores(),
            listed: options.advice,
        };
        Self {
            totals,
            completeness,
            levels: u64::MAX,
            stats: ReplayStats::default(),
            dependences: SumsOfThreads::default(),
            threads: Vec::new(),
            ran: Vec::new(),
        }
    }

    /// Adds the results of the next thread.
    pub(crate) fn add(&mut self, (id, name): (u64, String), result: ThreadResult) {
        let ThreadResult { counted, sums, distances, stats, stop, .. } = result;
        judge(&mut self.completeness, (id, &name), &stop, &stats, sums.saturated);
        self.levels = self.levels.min(counted.levels);
        self.ran.push(Ran::of(self.totals.map, &counted.regions, &stats));
        self.threads.push(thread(self.totals.map, (id, name), &stats, &sums));
        for (region, count) in counted.regions.each() {
            self.totals.counts.at(region).add(count);
        }
        self.totals.sums.add(&sums);
        self.totals.nodes += stats.nodes;
        for (&method, &nodes) in &stats.own_nodes {
            *self.totals.own_nodes.entry(method).or_insert(0) += nodes;
        }
        self.stats.add(&stats);
        distances.into_iter().for_each(|found| self.dependences.add(found));
    }
}

fn thread(map: &ProgramMap, (id, name): (u64, String), stats: &ReplayStats, sums: &Sums) -> Thread {
    let is_own = |method: MethodId| !map.is_of_jdk(&map.methods[method.index()]);
    let critical_path = u64::from(sums.critical_path.unwrap_or(0));
    Thread {
        id,
        name,
        nodes: stats.nodes,
        own_nodes: stats.own_nodes.iter().filter(|&(&method, _)| is_own(method)).map(|(_, nodes)| nodes).sum(),
        critical_path,
        critical_path_without_induction: u64::from(sums.free_induction.unwrap_or(0)),
        parallelism: ratio(stats.nodes, critical_path),
    }
}
