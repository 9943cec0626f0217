//! Depths, critical paths of nested regions (METRICS sections 2 and 3).
//!
//! A *window* measures up to 31 nested region levels in one pass over the operation stream. Every location has a cell
//! of 32 words: a tag, the ordinal of region entries at the time of the write, and one depth per level, relative to the
//! region open at that level. What was written at ordinal `tag` lies inside the region now open at level `d` exactly if
//! `tag >= enter[d]`, because regions nest: a masked load gives 0 for everything written before.
//!
//! Deeper nests get further windows. A window is made when its first level is first reached, and it skips everything
//! while that level is closed; both are exact, as nothing written outside a region counts inside it.

mod arena;
mod lanes;
mod region;
mod run;
mod windows;

pub(crate) use arena::{Arena, Cell};
pub(crate) use windows::{Engines, Share, Sums};
