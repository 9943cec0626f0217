//! Depths, critical paths of nested regions (docs/metrics.md, “Critical path” and “Loops and methods”).
//!
//! A *window* measures up to 62 nested region levels in one pass over the operation stream, as wide as the levels open at
//! each path: one to four vectors of 16 lanes. What a cell is, and when it counts, is told in `cells`.
//!
//! Deeper nests get further windows. A window is made when its first level is first reached, and it skips everything
//! while that level is closed; both are exact, as nothing written outside a region counts inside it.

mod arena;
mod cells;
mod census;
mod code;
mod lanes;
mod packed;
mod regions;
mod run;
#[cfg(test)]
mod tests;
mod thread;
mod window;
mod windows;

pub(crate) use arena::Arena;
pub(crate) use census::{Census, RegionCount};
pub(crate) use regions::Totals;
pub(crate) use windows::{Engines, Share, Sums};
