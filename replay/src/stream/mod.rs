//! The operation stream: what each path of a thread did, on which frames and in which memory slots.

pub mod copies;
mod elements;
mod emit;
mod locations;
pub mod meetings;
mod monitors;
mod notes;
mod operation;
mod pass;
mod resolve;
mod without_jdk;

pub use emit::{ChunkSink, Emitter};
use emit::{Frame, SPACES};
pub use locations::{Entity, Locations, STATE_INDEX};
pub use notes::{Birth, Made, Notes, PAGE_UNIT, Page};
pub use operation::{Callbacks, Chunk, Joined, Operation, Spread, Writer, begin_path, end_path, move_frames};
pub use pass::{StreamPass, backward, forward};
pub use without_jdk::{Calls, TracedJdk, WithoutJdk};
