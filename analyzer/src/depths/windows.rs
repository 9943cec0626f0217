//! Engines: all depth passes of one worker over one thread's stream.

use paratrace_replay::stream::Chunk;

use super::by_region::ByRegion;
use super::cells::LANES;
use super::code::Codes;
use super::lanes::Pair;
use super::lanes::{FIRST, FREE};
use super::run;
use super::thread::WholeThread;
use super::window::{RegionSum, Window};
use crate::limits;

/// Results of engines.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sums {
    pub(crate) regions: ByRegion<RegionSum>,
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
        self.add_regions(&other.regions);
        self.critical_path = self.critical_path.max(other.critical_path);
        self.free_induction = self.free_induction.max(other.free_induction);
        self.saturated |= other.saturated;
    }

    fn add_regions(&mut self, others: &ByRegion<RegionSum>) {
        for (region, more) in others.each() {
            let sum = self.regions.at(region);
            sum.own += more.own;
            sum.children += more.children;
        }
    }
}

/// The room for windows. Each has cells for all frames of the stack, so deep recursions have fewer windows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room {
    pub(crate) max_windows: u32,
    /// Bytes of frame cells that all windows of a thread may have together.
    pub(crate) frame_bytes: u64,
}

impl Room {
    /// Returns the number of windows on a stack whose frames reach up to an address. One is always measured.
    pub(crate) fn windows(self, highest: u32) -> u32 {
        let each = u64::from(highest.max(1)) * LANES as u64 * size_of::<u32>() as u64;
        let windows = u32::try_from(self.frame_bytes / each).unwrap_or(u32::MAX);
        windows.max(1).min(self.max_windows)
    }
}

/// The share of a worker: it owns the windows whose number is `first` modulo `step`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Share {
    pub(crate) first: u32,
    pub(crate) step: u32,
    pub(crate) room: Room,
    pub(crate) renumber_at: u32,
}

/// The depth passes of one worker.
pub(crate) struct Engines {
    share: Share,
    codes: Codes,
    windows: Vec<Window>,
    /// The whole thread, in place of windows if no regions are asked for.
    thread: Option<WholeThread<Pair>>,
}

impl Engines {
    /// Creates engines that measure regions.
    pub(crate) fn new(share: Share) -> Self {
        Self { share, codes: Codes::default(), windows: Vec::new(), thread: None }
    }

    /// Creates engines that only find the thread's critical path.
    pub(crate) fn without_regions(share: Share) -> Self {
        let thread = (share.first == 0).then(WholeThread::new);
        let room = Room { max_windows: 0, ..share.room };
        Self { thread, ..Self::new(Share { room, ..share }) }
    }

    pub(crate) fn take(&mut self, chunk: &Chunk) {
        for program in &chunk.programs {
            self.codes.add(program);
        }
        self.open_windows(chunk);
        for window in &mut self.windows {
            run::run(window, chunk, &self.codes);
        }
        if let Some(thread) = &mut self.thread {
            run::run(thread, chunk, &self.codes);
        }
    }

    /// Drops the windows for which a chunk leaves no room, and creates those that it reaches for the first time.
    fn open_windows(&mut self, chunk: &Chunk) {
        let Share { first, step, room, renumber_at } = self.share;
        let measured = room.windows(chunk.highest);
        self.windows.truncate(measured.saturating_sub(first).div_ceil(step) as usize);
        loop {
            let number = first + step * self.windows.len() as u32;
            let base = number * limits::LEVELS_PER_WINDOW;
            if number >= measured || chunk.deepest <= base {
                return;
            }
            self.windows.push(Window::new(base, chunk.level, renumber_at));
        }
    }

    pub(crate) fn finish(self) -> Sums {
        let mut sums = Sums::default();
        for (i, window) in self.windows.iter().enumerate() {
            if self.share.first == 0 && i == 0 {
                sums.critical_path = Some(window.cells.greatest(FIRST));
                sums.free_induction = Some(window.cells.greatest(FREE));
            }
            sums.add_regions(&window.sums);
            sums.saturated |= window.saturated;
        }
        if let Some(thread) = &self.thread {
            sums.critical_path = Some(thread.max.unit);
            sums.free_induction = Some(thread.max.free);
            sums.saturated |= thread.saturated;
        }
        sums
    }
}
