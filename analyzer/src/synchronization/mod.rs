//! What threads synchronise on: what each path acquires and releases (docs/metrics.md, “Across threads”).
//!
//! Passes over all threads, in one order that respects happens-before, learn here at which meetings what a thread did comes before what
//! another one does. What they make of it is theirs: a vector clock, or a depth. *Releases* and *floors* keep such depths for them.

mod classes;
mod floors;
mod orders;
mod releases;
mod thread;

pub(crate) use classes::Classes;
pub(crate) use floors::Floors;
pub(crate) use orders::{Begin, End};
pub(crate) use releases::{Mark, Releases};
pub(crate) use thread::OfThread;

/// What threads meet at, in the whole run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Meeting {
    /// A monitor, a volatile location, or the state of an object.
    Slot(u32),
    /// A thread, by the state of its object: it is started, woken up, or interrupted.
    Thread(u32),
    /// The end of a thread.
    End(u32),
    /// The initialisation of a class.
    Class(u32),
    /// What is not known: any volatile location.
    Unknown,
    /// Fences, all of them together.
    Fences,
    /// Tasks that untraced code has run in other threads, and their results.
    Tasks,
    Results,
}
