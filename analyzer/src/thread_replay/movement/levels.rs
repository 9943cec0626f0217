//! Further caches, between the first one of each strand and the memory that all share.
//!
//! A line that the first cache does not have is looked up in one after the other; all that did not have it have it then. A line that was
//! written and has to make room goes to the cache behind, and only from the last one to the memory.

use paratrace_cost::{Cache, Level, Platform};
use rustc_hash::FxHashMap;

use super::copies::Copies;

/// From where a line comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// Caches of the strand, those that all share, or the memory.
    Own,
    /// Caches that all share, or the memory: the strand's copy is not the current version.
    Shared,
    /// The core that has changed it. `given_up`: for others to read, so that the caches that all share get it.
    Other { given_up: bool },
    /// The memory, where the core that has changed it has just written it.
    Memory,
}

/// What a lookup found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Lookup {
    /// Number of caches that did not have the line, the first one included.
    pub(super) misses: u64,
    /// How long it takes to get it from the cache that has it; nothing if none has.
    pub(super) hit_ns: Option<f64>,
}

/// All further caches; there may be none.
pub(super) struct Levels {
    line_bytes: u64,
    private: Vec<Level>,
    of_strand: FxHashMap<u32, Vec<Cache>>,
    shared: Vec<Cache>,
    /// How long each of all takes to answer.
    hit_ns: Vec<f64>,
    /// Lines that have left the last one for the memory.
    left: Vec<u32>,
}

impl Levels {
    pub(super) fn new(platform: &Platform) -> Self {
        let line_bytes = platform.line_bytes();
        let hit_ns = platform.levels.iter().map(|level| level.hit_ns).collect();
        let (shared, private): (Vec<Level>, Vec<Level>) = platform.levels.iter().partition(|level| level.shared);
        let shared = shared.iter().map(|level| Cache::new(&level.buffer(line_bytes))).collect();
        Self { line_bytes, private, of_strand: FxHashMap::default(), shared, hit_ns, left: Vec::new() }
    }

    /// A strand fetches a line.
    pub(super) fn fetch(&mut self, strand: u32, line: u32, from: Source, copies: &mut Copies) -> Lookup {
        let all = self.private.len() + self.shared.len();
        // Those before it have an old version, or none.
        let first = match from {
            Source::Own => 0,
            Source::Shared => self.private.len(),
            Source::Other { .. } | Source::Memory => all,
        };
        for number in 0..all {
            let written = from == Source::Other { given_up: true } && number >= self.private.len();
            let hit = self.access(strand, number, (line, written), copies);
            if hit && number >= first {
                return Lookup { misses: 1 + number as u64, hit_ns: self.hit_ns.get(number).copied() };
            }
        }
        let missed = if matches!(from, Source::Other { .. }) { self.private.len() } else { all };
        Lookup { misses: 1 + missed as u64, hit_ns: None }
    }

    /// The first cache of a strand writes a line back.
    pub(super) fn write_back(&mut self, strand: u32, line: u32, copies: &mut Copies) {
        self.put(strand, 0, line, copies);
    }

    /// A line that has left the last cache for the memory; each is returned once.
    pub(super) fn left(&mut self) -> Option<u32> {
        self.left.pop()
    }

    /// A strand accesses nothing any more.
    pub(super) fn forget(&mut self, strand: u32) {
        self.of_strand.remove(&strand);
    }

    /// Accesses a line in a cache, which has it then. Returns whether it had it before.
    fn access(&mut self, strand: u32, number: usize, (line, write): (u32, bool), copies: &mut Copies) -> bool {
        let address = u64::from(line) * self.line_bytes;
        let hit = match number.checked_sub(self.private.len()) {
            Some(shared) => self.shared[shared].access(address, write),
            None => self.of(strand)[number].access(address, write),
        };
        if let Some(address) = hit.evicted {
            self.put(strand, number + 1, (address / self.line_bytes) as u32, copies);
        }
        hit.hit
    }

    /// A line that was written comes to a cache from the one before, or to the memory.
    fn put(&mut self, strand: u32, number: usize, line: u32, copies: &mut Copies) {
        if number <= self.private.len() {
            // Another core has taken it away, or had it written back already.
            if !copies.has_changed(strand, line) {
                return;
            }
            if number == self.private.len() {
                copies.write_back(line);
            }
        }
        if number < self.private.len() + self.shared.len() {
            self.access(strand, number, (line, true), copies);
        } else {
            self.left.push(line);
        }
    }

    fn of(&mut self, strand: u32) -> &mut [Cache] {
        let (private, line_bytes) = (&self.private, self.line_bytes);
        let new = || private.iter().map(|level| Cache::new(&level.buffer(line_bytes))).collect();
        self.of_strand.entry(strand).or_insert_with(new)
    }
}
