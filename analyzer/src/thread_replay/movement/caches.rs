//! A cache of each strand, in front of the memory that all share.

use paratrace_cost::{Buffer, Cache, Platform};
use rustc_hash::FxHashMap;

/// The caches of all strands; none if the platform has none.
pub(super) struct Caches {
    buffer: Option<Buffer>,
    line_bytes: u64,
    of_strand: FxHashMap<u32, Cache>,
}

impl Caches {
    pub(super) fn new(platform: &Platform) -> Self {
        Self { buffer: platform.buffer(), line_bytes: platform.line_bytes(), of_strand: FxHashMap::default() }
    }

    /// A strand accesses nothing any more.
    pub(super) fn forget(&mut self, strand: u32) {
        self.of_strand.remove(&strand);
    }

    /// Puts a line into the cache of a strand. Returns whether it was there, and the line that is written back for it.
    pub(super) fn keep(&mut self, strand: u32, line: u32, write: bool) -> (bool, Option<u32>) {
        let Some(buffer) = &self.buffer else { return (true, None) };
        let cache = self.of_strand.entry(strand).or_insert_with(|| Cache::new(buffer));
        let hit = cache.access(u64::from(line) * self.line_bytes, write);
        (hit.hit, hit.evicted.map(|address| (address / self.line_bytes) as u32))
    }
}
