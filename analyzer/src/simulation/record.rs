//! Records: the last accesses of each location by tasks.

use paratrace_replay::base::frames::Cell;
use paratrace_traceformat::map::InstructionId;

use super::clocks::{Clocks, Moment};

/// Number of a task within a candidate's instance.
pub(super) type TaskId = u32;

/// Stands for no task.
pub(super) const NOBODY: TaskId = u32::MAX;
/// Stands for several tasks; the epoch is then the number of a [`Readers`] entry.
const SEVERAL: TaskId = u32::MAX - 1;

/// The last write of a location.
#[derive(Debug, Clone, Copy)]
pub(super) struct Write {
    serial: u64,
    epoch: u32,
    pub(super) writer: TaskId,
    pub(super) insn: InstructionId,
    /// The candidate's instance in which it happened. Accesses in other instances do not matter.
    pub(super) instance: u32,
}

impl Cell for Write {
    const ZERO: Self = Self { serial: 0, epoch: 0, writer: NOBODY, insn: InstructionId::new(0), instance: 0 };
}

impl Write {
    pub(super) fn new(instance: u32, writer: TaskId, moment: Moment, insn: InstructionId) -> Self {
        let Moment { serial, epoch } = moment;
        Self { serial, epoch, writer, insn, instance }
    }

    pub(super) fn moment(&self) -> Moment {
        Moment { serial: self.serial, epoch: self.epoch }
    }

    /// Returns the epoch that the record refers to.
    pub(super) fn epoch(&mut self) -> Option<&mut u32> {
        (self.writer != NOBODY).then_some(&mut self.epoch)
    }
}

/// The reads of a location since it was written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reads {
    serial: u64,
    epoch: u32,
    reader: TaskId,
    /// The last instruction in program order that read the location.
    pub(super) insn: InstructionId,
    /// The candidate's instance in which they happened.
    pub(super) instance: u32,
}

impl Cell for Reads {
    const ZERO: Self = Self { serial: 0, epoch: 0, reader: NOBODY, insn: InstructionId::new(0), instance: 0 };
}

impl Reads {
    /// Creates the record of a location without a read in this instance.
    pub(super) fn none(instance: u32) -> Self {
        Self { instance, ..Self::ZERO }
    }

    fn moment(&self) -> Moment {
        Moment { serial: self.serial, epoch: self.epoch }
    }

    /// Returns whether no other task has read the location since it was written.
    pub(super) fn are_by_none_but(&self, task: TaskId) -> bool {
        self.reader == NOBODY || self.reader == task
    }

    /// Returns the epoch that the record refers to.
    pub(super) fn epoch(&mut self) -> Option<&mut u32> {
        (self.reader < SEVERAL).then_some(&mut self.epoch)
    }
}

/// Read times of locations that several tasks read: in each lane the latest.
#[derive(Debug)]
pub(super) struct Readers {
    lanes: usize,
    times: Vec<u64>,
    free: Vec<u32>,
}

impl Readers {
    pub(super) fn new(lanes: usize) -> Self {
        Self { lanes, times: Vec::new(), free: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.times.clear();
        self.free.clear();
    }

    /// Returns the time in a lane at which the location was last read. There must have been a read.
    pub(super) fn last(&self, reads: &Reads, clocks: &Clocks, lane: usize) -> u64 {
        match reads.reader {
            SEVERAL => self.times[reads.epoch as usize * self.lanes + lane],
            _ => clocks.when(lane, reads.moment()),
        }
    }

    /// Records that a task reads a location.
    pub(super) fn add(
        &mut self,
        reads: &mut Reads,
        task: TaskId,
        serial: u64,
        insn: InstructionId,
        clocks: &mut Clocks,
    ) {
        reads.insn = insn;
        if reads.are_by_none_but(task) {
            let moment = clocks.moment(serial);
            (reads.reader, reads.serial, reads.epoch) = (task, moment.serial, moment.epoch);
            return;
        }
        if reads.reader != SEVERAL {
            let at = self.take();
            for lane in 0..self.lanes {
                self.times[at as usize * self.lanes + lane] = clocks.when(lane, reads.moment());
            }
            (reads.reader, reads.epoch) = (SEVERAL, at);
        }
        let first = reads.epoch as usize * self.lanes;
        for (lane, time) in self.times[first..first + self.lanes].iter_mut().enumerate() {
            *time = (*time).max(clocks.at(lane, serial));
        }
    }

    /// Releases the entry of a location's readers, if it has one.
    pub(super) fn forget(&mut self, reads: &Reads) {
        if reads.reader == SEVERAL {
            self.free.push(reads.epoch);
        }
    }

    fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            let at = self.times.len() / self.lanes.max(1);
            self.times.resize(self.times.len() + self.lanes, 0);
            at as u32
        })
    }

    /// Number of times stored, in use or kept for reuse.
    pub(super) fn len(&self) -> usize {
        self.times.len()
    }
}
