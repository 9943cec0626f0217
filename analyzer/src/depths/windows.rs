//! Engines: all depth passes of one worker over one thread's stream.

use paratrace_replay::stream::Chunk;

use super::code::Codes;
use super::lanes::{FIRST, FREE};
use super::run;
use super::thread::WholeThread;
use super::window::{RegionSum, Window};
use crate::limits;

/// Results of engines.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sums {
    pub(crate) regions: Vec<RegionSum>,
    /// Critical path of the thread, known to the worker with window 0.
    pub(crate) critical_path: Option<u32>,
    /// Critical path of the thread with free induction.
    pub(crate) free_induction: Option<u32>,
    /// Whether some depth came near the limit of 32 bits.
    pub(crate) saturated: bool,
}

impl Sums {
    /// Adds the results of another worker or thread: sums add up, critical paths of threads become their maximum.
    pub(crate) fn add(&mut self, other: &Sums) {
        if self.regions.len() < other.regions.len() {
            self.regions.resize(other.regions.len(), RegionSum::default());
        }
        for (sum, more) in self.regions.iter_mut().zip(&other.regions) {
            sum.own += more.own;
            sum.children += more.children;
        }
        self.critical_path = self.critical_path.max(other.critical_path);
        self.free_induction = self.free_induction.max(other.free_induction);
        self.saturated |= other.saturated;
    }
}

/// The share of a worker: it owns the windows whose number is `first` modulo `step`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Share {
    pub(crate) first: u32,
    pub(crate) step: u32,
    pub(crate) max_windows: u32,
    pub(crate) renumber_at: u32,
}

/// The depth passes of one worker.
pub(crate) struct Engines {
    share: Share,
    regions: usize,
    codes: Codes,
    windows: Vec<Window>,
    /// The whole thread, in place of windows if no regions are asked for.
    thread: Option<WholeThread>,
}

impl Engines {
    /// Creates engines for `regions` static regions.
    pub(crate) fn new(share: Share, regions: usize) -> Self {
        Self { share, regions, codes: Codes::default(), windows: Vec::new(), thread: None }
    }

    /// Creates engines that only find the thread's critical path.
    pub(crate) fn without_regions(share: Share) -> Self {
        let thread = (share.first == 0).then(WholeThread::new);
        Self { thread, ..Self::new(Share { max_windows: 0, ..share }, 0) }
    }

    pub(crate) fn take(&mut self, chunk: &Chunk) {
        for program in &chunk.programs {
            self.codes.add(program);
        }
        self.open_windows(chunk.level, chunk.deepest);
        for window in &mut self.windows {
            run::run(window, chunk, &self.codes);
        }
        if let Some(thread) = &mut self.thread {
            run::run(thread, chunk, &self.codes);
        }
    }

    /// Creates the windows that a chunk reaches for the first time.
    fn open_windows(&mut self, level: u32, deepest: u32) {
        loop {
            let number = self.share.first + self.share.step * self.windows.len() as u32;
            let base = number * limits::LEVELS_PER_WINDOW;
            if number >= self.share.max_windows || deepest <= base {
                return;
            }
            self.windows.push(Window::new(base, level, self.regions, self.share.renumber_at));
        }
    }

    pub(crate) fn finish(self) -> Sums {
        let mut sums = Sums { regions: vec![RegionSum::default(); self.regions], ..Sums::default() };
        for (i, window) in self.windows.iter().enumerate() {
            if self.share.first == 0 && i == 0 {
                sums.critical_path = Some(window.cells.greatest(FIRST));
                sums.free_induction = Some(window.cells.greatest(FREE));
            }
            let own = Sums { regions: window.sums.clone(), saturated: window.saturated, ..Sums::default() };
            sums.add(&own);
        }
        if let Some(thread) = &self.thread {
            sums.critical_path = Some(thread.max.unit);
            sums.free_induction = Some(thread.max.free);
            sums.saturated |= thread.saturated;
        }
        sums
    }
}
