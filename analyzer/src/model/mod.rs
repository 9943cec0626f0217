//! Results of the analyses as data. Serialised, they are the JSON of docs/report.md, so names here are names there.

mod advice;
mod call_site;
mod candidate;
mod communication;
mod critical_path;
mod false_sharing;
mod handover;
mod holders;
mod locks;
mod ordered_path;
mod pipeline;
mod replay_timeline;
mod report;
mod shared_data;
mod simulations;
mod thread_replay;

pub use advice::*;
pub use call_site::*;
pub use candidate::*;
pub use communication::*;
pub use critical_path::*;
pub use false_sharing::*;
pub use handover::*;
pub use holders::*;
pub use locks::*;
pub use ordered_path::*;
pub use paratrace_replay::program::ConstructKind;
pub use paratrace_traceformat::map::JDK_ORIGIN;
pub use pipeline::*;
pub use replay_timeline::*;
pub use report::*;
pub use shared_data::*;
pub use simulations::*;
pub use thread_replay::*;
