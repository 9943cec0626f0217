//! Listing of all threads, in an order that respects happens-before.

use paratrace_replay::base::error::{AnalyzeError, Desync};
use paratrace_replay::events::ThreadInput;
use paratrace_replay::program::{ClassNames, Index};
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::threads::{Joined, Machines, merge};
use paratrace_traceformat::map::ProgramMap;

use super::machine::{NodeMachine, Objects};
use super::sink::NodeSink;

impl<S: NodeSink> Joined for NodeMachine<'_, S> {
    type Shared = Objects;

    fn exchange(&mut self, shared: &mut Objects) {
        NodeMachine::exchange(self, shared);
    }
}

/// The machines of all threads, with their sinks.
struct Listings<'a, F> {
    map: &'a ProgramMap,
    sink: F,
}

impl<'a, S: NodeSink, F: FnMut(usize) -> S> Machines for Listings<'a, F> {
    type Machine = NodeMachine<'a, S>;
    type Result = Result<(S, Option<Desync>), AnalyzeError>;

    fn begin(&mut self, thread: usize) -> Self::Machine {
        NodeMachine::new(self.map, (self.sink)(thread))
    }

    fn end(&mut self, _: usize, machine: Self::Machine, _: ReplayStats, stop: Stop) -> Self::Result {
        match stop.stopped.or(stop.read) {
            Some(AnalyzeError::Cancelled) | None => Ok((machine.into_sink(), stop.desync.map(|(_, why)| why))),
            Some(error) => Err(error),
        }
    }
}

/// Replays all threads unit by unit, each into its own sink, in the order of the stamps.
///
/// Frames are numbered for each thread, objects for all threads together. Returns the sinks in the order of the
/// threads, each with the fault that ended its listing early.
///
/// # Errors
/// If the events cannot be read.
pub fn replay_merged_nodes<'a, S: NodeSink>(
    map: &'a ProgramMap,
    class_name: &'a ClassNames<'a>,
    threads: Vec<ThreadInput<'_>>,
    sink: impl FnMut(usize) -> S,
) -> Result<Vec<(S, Option<Desync>)>, AnalyzeError> {
    let index = Index::new(map, class_name);
    merge(&index, threads, &mut Listings { map, sink }, Objects::default()).into_iter().collect()
}
