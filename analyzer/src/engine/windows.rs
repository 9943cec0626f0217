//! All passes of one worker over one thread's stream.

use std::sync::Arc;

use super::lanes::Vector;
use super::region::{RegionSum, WholeThread, Window};
use super::run::{Pass, State};
use crate::limits;
use crate::paths::Program;
use crate::stream::Chunk;

/// What engines find out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sums {
    pub(crate) regions: Vec<RegionSum>,
    /// Critical path of the thread, if window 0 was here.
    pub(crate) critical_path: Option<u32>,
    /// The same with free induction chains.
    pub(crate) free_induction: Option<u32>,
    /// Some depth came near the limit of 32 bits.
    pub(crate) saturated: bool,
}

impl Sums {
    /// Adds what another worker or thread found.
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

/// Which windows a worker owns: those whose number is `first` modulo `step`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Share {
    pub(crate) first: u32,
    pub(crate) step: u32,
    pub(crate) max_windows: u32,
    pub(crate) renumber_at: u32,
}

/// Passes of one worker.
pub(crate) struct Engines {
    share: Share,
    regions: usize,
    programs: Vec<Arc<Program>>,
    windows: Vec<Pass<Vector, Window>>,
    free: Option<Pass<u32, WholeThread>>,
}

impl Engines {
    /// Engines for `regions` static regions; the pass without induction chains belongs to the last worker.
    pub(crate) fn new(share: Share, regions: usize) -> Self {
        let last = share.first + 1 == share.step;
        let free = last.then(|| Pass::new(State::new(0, 0), WholeThread::default(), true));
        Self { share, regions, programs: Vec::new(), windows: Vec::new(), free }
    }

    pub(crate) fn take(&mut self, chunk: &Chunk) {
        self.programs.extend(chunk.programs.iter().cloned());
        self.open_windows(chunk.level, chunk.deepest);
        for window in &mut self.windows {
            window.run(chunk, &self.programs);
        }
        if let Some(free) = &mut self.free {
            free.run(chunk, &self.programs);
        }
    }

    /// Makes the windows that a chunk reaches for the first time.
    fn open_windows(&mut self, level: u32, deepest: u32) {
        loop {
            let number = self.share.first + self.share.step * self.windows.len() as u32;
            let base = number * limits::LEVELS_PER_WINDOW;
            if number >= self.share.max_windows || deepest <= base {
                return;
            }
            let (window, state) = Window::new(base, level, self.regions, self.share.renumber_at);
            self.windows.push(Pass::new(state, window, false));
        }
    }

    pub(crate) fn finish(self) -> Sums {
        let mut sums = Sums { regions: vec![RegionSum::default(); self.regions], ..Sums::default() };
        for (i, pass) in self.windows.iter().enumerate() {
            if self.share.first == 0 && i == 0 {
                sums.critical_path = Some(pass.state.max.0[1]);
            }
            let own = Sums { regions: pass.regions.sums.clone(), saturated: pass.regions.saturated, ..Sums::default() };
            sums.add(&own);
        }
        if let Some(free) = &self.free {
            sums.free_induction = Some(free.state.max);
            sums.saturated |= free.regions.saturated;
        }
        sums
    }
}
