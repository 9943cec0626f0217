//! The events of each thread, from a trace directory or from anywhere else.

mod directory;
mod reader;
mod units;

pub use directory::{recorded, thread_inputs};
pub use reader::{EventSource, Events, Recorded, VecSource};

/// One thread's events and what is known about it.
pub struct ThreadInput<'a> {
    /// Java's thread id.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Whether its end was recorded.
    pub ended: bool,
    /// Its events.
    pub events: Box<dyn EventSource + 'a>,
}
