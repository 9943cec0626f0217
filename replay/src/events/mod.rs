//! The events of each thread, from a trace directory or any other source.

mod directory;
mod reader;
mod units;

pub use directory::{name_of_unnamed, recorded, thread_inputs};
pub use reader::{EventSource, Events, Mark, Recorded, VecSource};

/// One thread's events, with its name and id.
pub struct ThreadInput<'a> {
    /// Java's thread id.
    pub id: u64,
    /// Name of the thread.
    pub name: String,
    /// Identity hash of its `java.lang.Thread`; 0 if it is not known.
    pub hash: u32,
    /// Whether the thread's end was recorded.
    pub ended: bool,
    /// The thread's events.
    pub events: Box<dyn EventSource + Send + 'a>,
}
