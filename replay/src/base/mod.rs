//! Foundations that every layer uses: errors, limits, storage and workers.

pub mod arithmetic;
pub mod compacting_pool;
pub mod error;
pub mod frames;
pub mod ledger;
pub mod limits;
pub mod packing;
pub mod pages;
pub mod prefetch;
pub mod shared_values;
pub mod sparse_set;
pub mod spool;
pub mod workers;

use std::ops::Range;

/// Converts a range of table indices to positions.
pub fn span(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}
