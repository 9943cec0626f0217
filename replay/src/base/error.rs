//! Errors of the replay and the analyses.

use paratrace_traceformat::map::{InstructionId, MethodId, PathId};
use paratrace_traceformat::numbers::{count, plural};
use paratrace_traceformat::trace::{Stop, TraceError};
use thiserror::Error;

/// The error if an analysis could not be made at all.
///
/// Faults inside one thread's events do not end here: that thread is analysed up to the fault, and the report's
/// completeness names it.
#[derive(Debug, Error)]
pub enum AnalyzeError {
    /// The trace could not be read.
    #[error("the trace cannot be read: {0}")]
    Read(#[from] TraceError),
    /// The chunks of a thread end before its events do.
    #[error("the trace cannot be read: {0}")]
    Stopped(Stop),
    /// Chunks between others are missing.
    #[error("the trace cannot be read: chunks {first} to {last} are missing")]
    MissingChunks {
        /// Sequence number of the first of them.
        first: u32,
        /// Sequence number of the last of them.
        last: u32,
    },
    /// A worker thread could not be started.
    #[error("analysis worker failed: {0}")]
    Worker(#[source] std::io::Error),
    /// A worker thread died.
    #[error("analysis worker failed: a worker died")]
    WorkerDied,
    /// A replay ended without giving its consumer back, which is a fault of this program.
    #[error("analysis worker failed: the sink is still in use")]
    SinkInUse,
    /// The operation stream could not be kept for the backward pass.
    #[error("a temporary file for the analysis, made in the folder that TMPDIR names: {0}")]
    Spool(#[source] std::io::Error),
    /// A candidate for a simulation was not executed.
    #[error("the run has no {0}")]
    NoCandidate(String),
    /// A task that is asked for is neither a thread of the run nor a traced method.
    #[error("{0} is neither a thread of the run nor a traced method")]
    NoTask(String),
    /// A critical path is longer than depths can be.
    #[error("the critical path of thread {thread} is longer than {limit} instructions", limit = crate::base::limits::SATURATED)]
    TooLong {
        /// Java's thread id.
        thread: u64,
    },
    /// The passes over a critical path do not agree, which is a fault of this program.
    #[error("the critical path of {length} instructions was followed for {found} only: please report this")]
    Broken {
        /// Its length.
        length: u64,
        /// Nodes found.
        found: u64,
    },
    /// More memory would be needed than the analysis may take.
    #[error("the analysis may take {} MiB of memory, and needs more", count(*most >> 20))]
    Memory {
        /// Bytes that it may take.
        most: u64,
    },
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// Writing a listing failed.
    #[error("writing the listing")]
    Write(#[from] std::io::Error),
}

/// The reason why the events of a thread do not fit its program map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Desync {
    /// A value is no path id of the map.
    #[error("{id} is no path of the program map")]
    UnknownPath {
        /// The value.
        id: PathId,
    },
    /// An event belongs to no activation.
    #[error("path {id} fits no activation")]
    NoOwner {
        /// The path id.
        id: PathId,
    },
    /// An interruption lies behind the data that were consumed already.
    #[error("a path was interrupted behind {}, but {} were consumed", plural(*values, "data value", "data values"), count(*at))]
    DataBehind {
        /// Values consumed.
        at: u64,
        /// Values recorded at the interruption.
        values: u64,
    },
    /// The map says that an identity or index is known, but it was never recorded.
    #[error("instruction {insn}: the accessed object or index was never recorded")]
    UnknownValue {
        /// Instruction of the map.
        insn: InstructionId,
    },
    /// An access that did not throw went to null.
    #[error("access to null that did not throw")]
    NullAccess,
    /// An access that did not throw has an impossible index.
    #[error("access to index {index} that did not throw")]
    BadIndex {
        /// The index.
        index: i32,
    },
    /// The map lets the replay go on for ever without an event.
    #[error("starts without events form a cycle")]
    SilentCycle,
    /// A path's cut edge leads to a block that is no start.
    #[error("path {id} ends at a block that is no start")]
    NoStart {
        /// The path id.
        id: PathId,
    },
    /// A path leaves loops that are not open.
    #[error("path of method {method} leaves a loop that is not open")]
    Loops {
        /// Method of the map.
        method: MethodId,
    },
    /// There are more locations than slots.
    #[error("more than {limit} memory locations", limit = crate::base::limits::MAX_SLOTS)]
    TooManyLocations,
    /// The stack grew too large.
    #[error("more than {limit} cells on the stack", limit = crate::base::limits::MAX_FRAME_CELLS)]
    TooDeep,
}

/// The reason why a replay stops.
#[derive(Debug)]
pub enum Halt {
    /// A path needs more data than there are: the trace ends here.
    OutOfData,
    /// The events do not fit the map.
    Desync(Desync),
    /// The consumer of the replay stopped it.
    Stopped(AnalyzeError),
}

impl From<AnalyzeError> for Halt {
    fn from(value: AnalyzeError) -> Self {
        Halt::Stopped(value)
    }
}

impl From<Desync> for Halt {
    fn from(value: Desync) -> Self {
        Halt::Desync(value)
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::io;

    use super::*;

    #[test]
    fn every_cause_is_in_the_chain() {
        let full = || io::Error::other("disk full");
        let read = AnalyzeError::Read(TraceError::Io { path: "a.trace".into(), source: full() });
        let chain = std::iter::successors(Some(&read as &dyn Error), |&error| error.source());
        let said: Vec<String> = chain.map(ToString::to_string).collect();
        assert_eq!(said, ["the trace cannot be read: a.trace: disk full", "a.trace: disk full", "disk full"]);
        assert!(AnalyzeError::Spool(full()).to_string().ends_with("disk full"));
    }
}
