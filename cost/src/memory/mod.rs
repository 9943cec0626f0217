//! The shared memory simulated access by access: rows and banks of an SDRAM, bursts, and a cache of each worker.

mod cache;

use serde::Serialize;

use crate::platform::{Burst, Platform, WORD};
pub use cache::{Cache, Hit};

/// Counts of accesses to the memory, by their outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemoryFigures {
    /// Accesses of workers.
    pub accesses: u64,
    /// Accesses that the cache answered.
    pub hits: u64,
    /// Accesses to open rows.
    pub page: u64,
    /// Accesses to rows that were not open.
    pub random: u64,
    /// Words that followed in a burst.
    pub burst: u64,
    /// Lines written back.
    pub written_back: u64,
}

/// A memory. Banks are interleaved by rows: row `r` is in bank `r mod banks`. All workers share banks and their open rows; each
/// has a cache, if there are caches, and bursts of its own.
#[derive(Debug)]
pub struct Memory {
    platform: Platform,
    /// The open row of each bank.
    open: Vec<Option<u64>>,
    workers: Vec<Worker>,
    figures: MemoryFigures,
}

#[derive(Debug)]
struct Worker {
    cache: Option<Cache>,
    /// Next word of the burst, and how many words it may still have.
    burst: (u64, u32),
}

impl Memory {
    /// A memory with no row open and empty caches.
    pub fn new(platform: &Platform) -> Self {
        let banks = platform.sdram.banks as usize;
        Self {
            platform: platform.clone(),
            open: vec![None; banks],
            workers: Vec::new(),
            figures: MemoryFigures::default(),
        }
    }

    /// The counts so far.
    pub fn figures(&self) -> MemoryFigures {
        self.figures
    }

    /// How long an access takes, ns.
    pub fn access(&mut self, worker: usize, address: u64, write: bool) -> f64 {
        self.figures.accesses += 1;
        let buffer = self.platform.buffer();
        while worker >= self.workers.len() {
            self.workers.push(Worker { cache: buffer.map(|buffer| Cache::new(&buffer)), burst: (0, 0) });
        }
        let (Some(cache), Some(buffer)) = (&mut self.workers[worker].cache, buffer) else {
            return self.word(worker, address);
        };
        let Hit { hit, evicted } = cache.access(address, write);
        let mut time = buffer.hit_ns;
        if hit {
            self.figures.hits += 1;
            return time;
        }
        if let Some(line) = evicted {
            self.figures.written_back += 1;
            time += self.transfer(line, buffer.line_bytes);
        }
        time + self.transfer(address & !(buffer.line_bytes - 1), buffer.line_bytes)
    }

    /// A single access.
    fn word(&mut self, worker: usize, address: u64) -> f64 {
        let Some(burst) = self.platform.burst else { return self.row(address) };
        let word = address / WORD;
        let (next, left) = self.workers[worker].burst;
        if left > 0 && word == next {
            self.workers[worker].burst = (word + 1, left - 1);
            self.figures.burst += 1;
            return burst.next_ns;
        }
        self.workers[worker].burst = (word + 1, burst.length - 1);
        self.row(address)
    }

    /// Returns the bank that an address is in.
    pub fn bank(&self, address: u64) -> usize {
        (address / self.platform.sdram.row_bytes % self.open.len() as u64) as usize
    }

    /// How long it takes, ns, until consecutive bytes have come from the memory, or gone there, past all caches.
    pub fn transfer(&mut self, address: u64, bytes: u64) -> f64 {
        let first = self.row(address);
        let words = bytes.div_ceil(WORD);
        match self.platform.burst {
            Some(Burst { length, next_ns, .. }) => {
                let firsts = words.div_ceil(length.into());
                self.figures.burst += words - firsts;
                self.figures.page += firsts - 1;
                first + (firsts - 1) as f64 * self.platform.access.page_ns + (words - firsts) as f64 * next_ns
            }
            None => {
                self.figures.page += words - 1;
                first + (words - 1) as f64 * self.platform.access.page_ns
            }
        }
    }

    /// An access to a row, which is open afterwards.
    fn row(&mut self, address: u64) -> f64 {
        let row = address / self.platform.sdram.row_bytes;
        let bank = self.bank(address);
        let open = &mut self.open[bank];
        if open.replace(row) == Some(row) {
            self.figures.page += 1;
            self.platform.access.page_ns
        } else {
            self.figures.random += 1;
            self.platform.access.random_ns
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(text: &str) -> Memory {
        Memory::new(&Platform::from_toml(text).unwrap())
    }

    #[test]
    fn rows_stay_open_by_bank() {
        let mut memory = memory("[sdram]\nbanks = 2\nrow_bytes = 64");
        let times: Vec<f64> = [0, 8, 64, 16, 72, 128, 0, 64].map(|address| memory.access(0, address, false)).to_vec();
        // Rows 0, 0, 1, 0, 1 are in banks 0 and 1; row 2 closes row 0.
        assert_eq!(times, [72.0, 8.0, 72.0, 8.0, 8.0, 72.0, 72.0, 8.0]);
        let figures = memory.figures();
        assert_eq!((figures.page, figures.random), (4, 4));
    }

    #[test]
    fn workers_share_rows_but_not_caches() {
        let mut memory =
            memory("[cache]\nsize_bytes = 64\nline_bytes = 32\n[burst]\nlength = 4\nfirst_ns = 72\nnext_ns = 2");
        let times = [(0, 0), (0, 24), (1, 0), (1, 8)].map(|(worker, address)| memory.access(worker, address, false));
        // A line of four words: first and three that follow.
        assert_eq!(times, [78.0, 0.0, 14.0, 0.0]);
        assert_eq!(memory.figures().hits, 2);
    }

    #[test]
    fn what_was_written_is_written_back() {
        let mut memory = memory("[cache]\nsize_bytes = 8\nline_bytes = 8");
        assert_eq!(memory.access(0, 0, true), 72.0);
        assert_eq!(memory.access(0, 8, false), 16.0, "written back to the open row, then fetched from it");
        assert_eq!(memory.access(0, 16, false), 8.0);
        assert_eq!(memory.figures().written_back, 1);
    }

    #[test]
    fn bursts_end() {
        let mut memory = memory("[burst]\nlength = 2\nfirst_ns = 72\nnext_ns = 1");
        let times = [0, 8, 16, 24, 40].map(|address| memory.access(0, address, false));
        assert_eq!(times, [72.0, 1.0, 8.0, 1.0, 8.0]);
    }
}
