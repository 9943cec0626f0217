//! The trace to be analysed, and what is known of its completeness.

mod completeness;

pub(crate) use completeness::{completeness_of, judge};

use paratrace_replay::events::{ThreadInput, thread_inputs};
use paratrace_replay::program::ClassNames;
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::trace::TraceDir;

use crate::model::Completeness;

/// How far an analysis is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The thread being analysed, counted from 0.
    pub thread: usize,
    /// Its nodes so far.
    pub nodes: u64,
}

/// A trace as the analysis sees it; [`crate::analyze`] makes one from a directory.
pub struct Input<'a> {
    /// The program.
    pub map: &'a ProgramMap,
    /// Names of classes recorded at calls.
    pub class_name: &'a ClassNames<'a>,
    /// Its threads.
    pub threads: Vec<ThreadInput<'a>>,
    /// The same threads once more, for communication between them. Without, no location belongs to two threads.
    pub again: Vec<ThreadInput<'a>>,
    /// What is known about missing parts.
    pub completeness: Completeness,
}

/// All of a directory.
pub(crate) fn input<'a>(dir: &'a TraceDir, class_name: &'a ClassNames<'a>) -> Input<'a> {
    let threads = thread_inputs(dir);
    let again = if threads.len() > 1 { thread_inputs(dir) } else { Vec::new() };
    Input { map: dir.map(), class_name, threads, again, completeness: completeness_of(dir.completeness()) }
}
