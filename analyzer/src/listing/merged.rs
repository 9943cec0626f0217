//! Listing of all threads, in an order that respects happens-before.

use paratrace_replay::base::error::{AnalyzeError, Desync};
use paratrace_replay::events::{Events, ThreadInput};
use paratrace_replay::program::{ClassNames, Index};
use paratrace_replay::replay::Replay;
use paratrace_replay::threads::{Joined, merge};
use paratrace_traceformat::map::ProgramMap;

use super::machine::{NodeMachine, Objects};
use super::sink::NodeSink;

impl<S: NodeSink> Joined for NodeMachine<'_, S> {
    type Shared = Objects;

    fn exchange(&mut self, shared: &mut Objects) {
        NodeMachine::exchange(self, shared);
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
    mut sink: impl FnMut(usize) -> S,
) -> Result<Vec<(S, Option<Desync>)>, AnalyzeError> {
    let index = Index::new(map, class_name);
    let replays = threads.into_iter().enumerate().map(|(number, thread)| {
        let machine = NodeMachine::new(map, sink(number));
        Replay::new(&index, Events::in_units(thread.events), thread.ended, machine)
    });
    let done = merge(replays.collect(), Objects::default());
    done.into_iter()
        .map(|(machine, _, stop)| match stop.stopped.or(stop.read) {
            Some(AnalyzeError::Cancelled) | None => Ok((machine.into_sink(), stop.desync.map(|(_, why)| why))),
            Some(error) => Err(error),
        })
        .collect()
}
