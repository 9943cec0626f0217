//! The input of an analysis: a trace and its completeness.

mod completeness;

pub(crate) use completeness::{completeness_of, judge};

use paratrace_replay::events::{ThreadInput, thread_inputs};
use paratrace_replay::program::ClassNames;
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::trace::TraceDir;

use crate::model::Completeness;

/// The progress of an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Number of the thread being analysed, from 0.
    pub thread: usize,
    /// Number of nodes analysed so far.
    pub nodes: u64,
}

/// A trace as the analysis gets it; [`crate::analyze`] makes one from a directory.
pub struct Input<'a> {
    /// The program map.
    pub map: &'a ProgramMap,
    /// Names of the classes recorded at calls.
    pub class_name: &'a ClassNames<'a>,
    /// The threads of the trace.
    pub threads: Vec<ThreadInput<'a>>,
    /// The same threads once more, for communication between them. If empty, no location belongs to two threads.
    pub again: Vec<ThreadInput<'a>>,
    /// Completeness of the trace, as far as its files show it.
    pub completeness: Completeness,
}

/// Returns the input for a directory.
pub(crate) fn input<'a>(dir: &'a TraceDir, class_name: &'a ClassNames<'a>) -> Input<'a> {
    let threads = thread_inputs(dir);
    let again = if threads.len() > 1 { thread_inputs(dir) } else { Vec::new() };
    Input { map: dir.map(), class_name, threads, again, completeness: completeness_of(dir.completeness()) }
}
