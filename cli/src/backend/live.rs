//! Analysis of a trace while the program writes it.

use super::Wanted;
use super::memory::Meter;
use crate::failure::{Failure, Kind};
use crate::terminal::Progress;
use paratrace_analyzer::{self as analyzer, AnalyzeError, Options, Report, Running as Program, analyze_live};
use paratrace_report::advice::in_words;
use paratrace_report::numbers::plural;
use paratrace_traceformat::map::{MapHash, ProgramMap};
use paratrace_traceformat::trace::Follower;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};

/// An analysis beside a program.
pub(crate) struct Live {
    trace: PathBuf,
    map: (ProgramMap, MapHash),
    /// The trace goes as it is read.
    remove: bool,
    /// Nodes so far are shown while the program runs.
    progress: bool,
    wanted: Wanted,
    is_over: AtomicBool,
    /// Bytes that the program has written and nobody has read.
    unread: AtomicU64,
}

/// The thread in which the analysis runs.
pub(crate) type Running<'scope> = ScopedJoinHandle<'scope, Result<Report, AnalyzeError>>;

impl Live {
    /// An analysis of the trace that will be in the directory `trace`, with the map in the file `map`.
    pub(crate) fn new(trace: &Path, map: &Path, remove: bool, progress: bool, wanted: Wanted) -> Result<Live, Failure> {
        let unreadable = || Failure::input(format!("{} is not a readable program map", map.display()));
        let map = ProgramMap::read(map).map_err(|error| unreadable().because(error))?;
        let (is_over, unread) = (AtomicBool::new(false), AtomicU64::new(0));
        Ok(Live { trace: trace.to_owned(), map, remove, progress, wanted, is_over, unread })
    }

    /// Begins to read.
    pub(crate) fn start<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) -> std::io::Result<Running<'scope>> {
        std::thread::Builder::new().name("live".into()).spawn_scoped(scope, || self.analyze())
    }

    /// The program has ended.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Release);
    }

    fn analyze(&self) -> Result<Report, AnalyzeError> {
        let (map, hash) = &self.map;
        let follower = Follower::new(&self.trace, *hash, self.remove);
        let shown = self.progress.then(Progress::new);
        let nodes: Mutex<BTreeMap<usize, u64>> = Mutex::default();
        let progress = |at: analyzer::Progress| {
            let mut nodes = nodes.lock().unwrap_or_else(PoisonError::into_inner);
            nodes.insert(at.thread, at.nodes);
            if let Some(shown) = &shown {
                shown.at(|| self.so_far(nodes.values().sum()));
            }
            true
        };
        let meter = Meter::new();
        let in_use = || meter.in_use();
        let options = Options { progress: Some(&progress), communication: None, ..self.wanted.options(&in_use) };
        let is_over = || self.is_over.load(Ordering::Acquire);
        analyze_live(follower, (map, *hash), &options, Program { is_over: &is_over, unread: &self.unread })
    }

    /// Says how far the analysis is, and how far behind the program.
    fn so_far(&self, nodes: u64) -> String {
        const MEGABYTE: u64 = 1_000_000;
        let behind = self.unread.load(Ordering::Relaxed) / MEGABYTE;
        let analysed = plural(nodes, "instruction", "instructions");
        match behind {
            0 => format!("analysed so far: {analysed}"),
            _ => format!("analysed so far: {analysed}; {behind} MB of the trace to go"),
        }
    }
}

/// The report of a live analysis.
pub(crate) fn found(running: Running<'_>) -> Result<Report, Failure> {
    let died = || Failure::new(Kind::Input, "the analysis died");
    running.join().map_err(|_| died())?.map(in_words).map_err(|error| Failure::from_error(Kind::Input, error))
}
