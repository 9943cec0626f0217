//! Clocks of one candidate's simulation, one per lane: a number of cores under one set of rules.
//!
//! The serial time is the cost of all nodes so far, in program order. While a task runs without waiting, its clock
//! keeps its offset from the serial time. So a lane holds that offset: what happened at serial time `s` happened in
//! this lane at `s + offset`. Offsets change only when a task begins or waits. Each state of all lanes in between is an
//! *epoch*, logged once if something refers to it. A location then remembers serial time and epoch of an access,
//! however many lanes there are.

/// A moment of the simulation, valid for all lanes: serial time and epoch.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Moment {
    pub(super) serial: u64,
    pub(super) epoch: u32,
}

/// The clocks of all lanes, and their earlier epochs.
#[derive(Debug)]
pub(super) struct Clocks {
    lanes: usize,
    /// Per lane, the clock of the running task minus the serial time.
    offsets: Vec<i64>,
    /// Offsets of each epoch.
    log: Vec<i64>,
    /// Whether the current offsets are not yet logged as an epoch.
    changed: bool,
    collect_at: usize,
}

/// Number of epochs below which none are dropped.
const MIN_EPOCHS: usize = 1 << 14;

impl Clocks {
    pub(super) fn new(lanes: usize) -> Self {
        Self { lanes, offsets: vec![0; lanes], log: Vec::new(), changed: true, collect_at: MIN_EPOCHS }
    }

    /// Resets all clocks to the serial time; earlier moments become invalid.
    pub(super) fn restart(&mut self) {
        self.offsets.fill(0);
        self.log.clear();
        (self.changed, self.collect_at) = (true, MIN_EPOCHS);
    }

    /// Returns a lane's clock at a serial time, counted with the current offset.
    #[inline]
    pub(super) fn at(&self, lane: usize, serial: u64) -> u64 {
        serial.wrapping_add_signed(self.offsets[lane])
    }

    /// Sets a lane's clock.
    #[inline]
    pub(super) fn set(&mut self, lane: usize, serial: u64, clock: u64) {
        let offset = clock.wrapping_sub(serial).cast_signed();
        self.changed |= self.offsets[lane] != offset;
        self.offsets[lane] = offset;
    }

    /// Returns the current moment, and logs its epoch if it is new.
    #[inline]
    pub(super) fn moment(&mut self, serial: u64) -> Moment {
        if self.changed {
            self.changed = false;
            self.log.extend_from_slice(&self.offsets);
        }
        Moment { serial, epoch: (self.log.len() / self.lanes.max(1)) as u32 - 1 }
    }

    /// Returns a lane's clock at a moment.
    #[inline]
    pub(super) fn when(&self, lane: usize, moment: Moment) -> u64 {
        moment.serial.wrapping_add_signed(self.log[moment.epoch as usize * self.lanes + lane])
    }

    /// Returns whether there are so many epochs that unused ones should be dropped.
    pub(super) fn is_full(&self) -> bool {
        self.log.len() > self.collect_at * self.lanes
    }

    /// Drops the epochs without references, and renumbers the others. `visit` calls its argument for each reference.
    pub(super) fn collect(&mut self, mut visit: impl FnMut(&mut dyn FnMut(&mut u32))) {
        let lanes = self.lanes;
        let mut used = vec![false; self.log.len() / lanes];
        visit(&mut |epoch| used[*epoch as usize] = true);
        let mut numbers = vec![0; used.len()];
        let mut kept = 0;
        for (old, _) in used.iter().enumerate().filter(|(_, used)| **used) {
            numbers[old] = kept as u32;
            self.log.copy_within(old * lanes..(old + 1) * lanes, kept * lanes);
            kept += 1;
        }
        self.log.truncate(kept * lanes);
        visit(&mut |epoch| *epoch = numbers[*epoch as usize]);
        // The epoch of the current offsets may have been dropped.
        self.changed = true;
        self.collect_at = MIN_EPOCHS.max(2 * kept);
    }
}
