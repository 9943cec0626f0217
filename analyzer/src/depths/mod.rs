//! Depths: critical paths of the thread and of nested regions (docs/metrics.md, “Critical path” and “Loops and
//! methods”).
//!
//! A *window* measures up to 62 nested region levels in one pass over the operation stream. Its vectors are as wide as
//! the levels open at each path: one to four blocks of 16 lanes. The module `cells` explains cells and their validity.
//!
//! Deeper nests get further windows. A window is made when its first level is first reached, and it skips everything
//! while that level is closed. Both are exact, because nothing written outside of a region counts inside it.

mod arena;
mod by_region;
mod cells;
mod census;
mod code;
mod frames;
mod joined;
mod lanes;
mod ordered;
mod packed;
mod regions;
mod run;
#[cfg(test)]
mod tests;
mod thread;
mod window;
mod windows;

pub(crate) use arena::Arena;
pub(crate) use by_region::ByRegion;
pub(crate) use census::{Census, Counted, RegionCount};
pub(crate) use joined::{JoinedDepths, JoinedPath, LONGEST};
pub(crate) use regions::Totals;
pub(crate) use windows::{Engines, Room, Share, Sums};
