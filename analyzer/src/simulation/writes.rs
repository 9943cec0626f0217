//! The last write of each location, for all candidates at once.
//!
//! What a write means to a candidate follows from when it happened: the instance and the task that ran then, and the offsets
//! of its clocks. So one record serves all candidates. It names the *stretch* of the run that it happened in: within a
//! stretch no candidate begins or ends a task, and no clock changes its offset. Each candidate knows what it did in which
//! stretch ([`super::clocks`]).

use paratrace_replay::base::frames::{Cell, Stack};
use paratrace_traceformat::map::InstructionId;

use super::cells::Location;
use super::clocks::Moment;
use crate::depths::Arena;

/// The last write of a location.
///
/// Serial time and stretch have 48 bits, so that four records fit a cache line: the upper 16 bits of the serial time are
/// the lower ones of the stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Write {
    serial: u64,
    stretch: u32,
    pub(super) insn: InstructionId,
}

const TIME_BITS: u32 = 48;
const LAST: u64 = (1 << TIME_BITS) - 1;

impl Cell for Write {
    /// No write: it happened before the first stretch.
    const ZERO: Self = Self { serial: 0, stretch: 0, insn: InstructionId::NONE };
}

impl Write {
    fn new(moment: Moment, insn: InstructionId) -> Self {
        let Moment { serial, stretch } = moment;
        let stretch = stretch.min(LAST);
        Self { serial: serial.min(LAST) | stretch << TIME_BITS, stretch: (stretch >> 16) as u32, insn }
    }

    #[inline]
    pub(super) fn moment(&self) -> Moment {
        Moment { serial: self.serial & LAST, stretch: self.serial >> TIME_BITS | u64::from(self.stretch) << 16 }
    }
}

/// The number of the running stretch; the first one is 1.
#[derive(Debug)]
pub(super) struct Stretches {
    running: u64,
    /// Whether an access happened in it.
    is_used: bool,
}

impl Stretches {
    pub(super) fn new() -> Self {
        Self { running: 1, is_used: false }
    }

    /// An access happens at a serial time.
    #[inline]
    pub(super) fn moment(&mut self, serial: u64) -> Moment {
        self.is_used = true;
        Moment { serial, stretch: self.running }
    }

    /// Begins the next stretch, unless nothing has happened in the running one. Returns its number.
    pub(super) fn next(&mut self) -> u64 {
        self.running += u64::from(std::mem::take(&mut self.is_used));
        self.running
    }
}

/// The last writes of all locations that tasks can share.
pub(super) struct Writes {
    pub(super) memory: Arena<Write>,
    /// Of frame cells, as iterations see them: they share the locals of their loop's activation.
    pub(super) of_iterations: Stack<Write>,
    /// Of frame cells, as calls see them: these share no locals, but returned values that need not be there yet.
    pub(super) of_calls: Stack<Write>,
    pub(super) stretches: Stretches,
}

impl Writes {
    pub(super) fn new() -> Self {
        Self {
            memory: Arena::new(),
            of_iterations: Stack::default(),
            of_calls: Stack::default(),
            stretches: Stretches::new(),
        }
    }

    /// An instruction writes at a serial time.
    #[inline]
    pub(super) fn write(&mut self, serial: u64, insn: InstructionId) -> Write {
        Write::new(self.stretches.moment(serial), insn)
    }

    /// Returns the last write of a location, as iterations see it or as calls do.
    pub(super) fn get(&self, at: Location, by_iterations: bool) -> Write {
        match at {
            Location::Slot(slot) => self.memory.get(slot),
            Location::Frame(address) if by_iterations => self.of_iterations.get(address),
            Location::Frame(address) => self.of_calls.get(address),
        }
    }

    /// Visits the stretches of all writes.
    pub(super) fn stretches(&mut self) -> impl Iterator<Item = u64> {
        let frames = self.of_iterations.values().chain(self.of_calls.values());
        self.memory.cells().chain(frames).map(|write| write.moment().stretch)
    }

    /// Forgets the writes of the memory.
    pub(super) fn forget(&mut self) {
        self.memory = Arena::new();
    }
}

/// Copies what is known of one frame cell to another one.
#[inline]
pub(super) fn copy<C: Cell>(frames: &mut Stack<C>, from: u32, to: u32) {
    frames.set(to, frames.get(from));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_are_kept_as_they_are() {
        assert_eq!(size_of::<Write>(), 16);
        for (serial, stretch) in [(0, 1), (LAST, 0xffff), (5, 0x1_0000), (0x1234_5678_9abc, LAST)] {
            let moment = Moment { serial, stretch };
            let write = Write::new(moment, InstructionId::new(7));
            assert_eq!((write.moment(), write.insn), (moment, InstructionId::new(7)));
        }
        assert_eq!(Write::ZERO.moment().stretch, 0);
    }
}
