//! Listing of the executed instructions, one by one.
//!
//! This is a second, direct reading of a trace. It shares only the replay of control flow with the analyses. It
//! interprets the map's instructions, follows identities from value to value, and tells a [`NodeSink`] which locations
//! each node read and wrote. It is slow, and serves listings and checks of the analyses.

mod calls;
mod dump;
mod machine;
mod merged;
mod monitors;
mod sink;
mod values;

pub use dump::{DumpOptions, dump_nodes};
pub use merged::replay_merged_nodes;
pub use paratrace_replay::program::mnemonic;
pub use paratrace_replay::program::{unknown_field_index, unknown_owner};
pub use sink::{Location, Node, NodeSink, Object, Region};

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::{Events, ThreadInput};
use paratrace_replay::program::{ClassNames, Index};
use paratrace_replay::replay::Replay;
use paratrace_traceformat::map::ProgramMap;

use machine::NodeMachine;

/// Replays one thread into a sink.
///
/// # Errors
/// If the events cannot be read. Events that do not fit the map end the listing, and are returned with the sink.
pub fn replay_nodes<'a, S: NodeSink>(
    map: &'a ProgramMap,
    class_name: &'a ClassNames<'a>,
    thread: ThreadInput<'_>,
    sink: S,
) -> Result<(S, Option<crate::Desync>), AnalyzeError> {
    let index = Index::new(map, class_name);
    let machine = NodeMachine::new(map, sink);
    let (machine, _, stop) = Replay::new(&index, Events::new(thread.events), thread.ended, machine).run();
    match stop.stopped.or(stop.read) {
        Some(AnalyzeError::Cancelled) | None => Ok((machine.into_sink(), stop.desync.map(|(_, why)| why))),
        Some(error) => Err(error),
    }
}
