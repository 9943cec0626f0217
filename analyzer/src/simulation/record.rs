//! Records: the last accesses of each location by tasks.

use paratrace_replay::base::frames::Cell;
use paratrace_traceformat::map::InstructionId;

use super::clocks::{Clocks, Moment};

/// Number of a task within a candidate's instance.
pub(super) type TaskId = u32;

/// Stands for no task.
pub(super) const NOBODY: TaskId = u32::MAX;
/// Stands for several tasks; the moment's epoch is then the number of a [`Readers`] entry.
const SEVERAL: TaskId = u32::MAX - 1;

/// The last accesses of a location.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    written: u64,
    read: u64,
    written_epoch: u32,
    read_epoch: u32,
    pub(super) writer: TaskId,
    reader: TaskId,
    pub(super) writing: InstructionId,
    /// The last instruction in program order that read the location.
    pub(super) reading: InstructionId,
    /// The candidate's instance in which the accesses happened. Accesses in other instances do not matter.
    pub(super) instance: u32,
}

impl Cell for Record {
    const ZERO: Self = Record {
        written: 0,
        read: 0,
        written_epoch: 0,
        read_epoch: 0,
        writer: NOBODY,
        reader: NOBODY,
        writing: InstructionId::new(0),
        reading: InstructionId::new(0),
        instance: 0,
    };
}

impl Record {
    /// Creates the record of a location without an access in this instance.
    pub(super) fn new(instance: u32) -> Self {
        Self { instance, ..Self::ZERO }
    }

    /// Creates the record of a write.
    pub(super) fn written(instance: u32, task: TaskId, moment: Moment, insn: InstructionId) -> Self {
        let Moment { serial: written, epoch: written_epoch } = moment;
        Self { written, written_epoch, writer: task, writing: insn, ..Self::new(instance) }
    }

    /// Returns the moment of the write.
    pub(super) fn write(&self) -> Moment {
        Moment { serial: self.written, epoch: self.written_epoch }
    }

    fn read_moment(&self) -> Moment {
        Moment { serial: self.read, epoch: self.read_epoch }
    }

    /// Returns whether no other task has read the location since it was written.
    pub(super) fn is_read_by_none_but(&self, task: TaskId) -> bool {
        self.reader == NOBODY || self.reader == task
    }

    /// Visits the epochs that the record refers to.
    pub(super) fn epochs(&mut self, each: &mut dyn FnMut(&mut u32)) {
        if self.writer != NOBODY {
            each(&mut self.written_epoch);
        }
        if self.reader < SEVERAL {
            each(&mut self.read_epoch);
        }
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
    pub(super) fn last(&self, record: &Record, clocks: &Clocks, lane: usize) -> u64 {
        match record.reader {
            SEVERAL => self.times[record.read_epoch as usize * self.lanes + lane],
            _ => clocks.when(lane, record.read_moment()),
        }
    }

    /// Records that a task reads a location.
    pub(super) fn add(
        &mut self,
        record: &mut Record,
        task: TaskId,
        serial: u64,
        insn: InstructionId,
        clocks: &mut Clocks,
    ) {
        record.reading = insn;
        if record.is_read_by_none_but(task) {
            let moment = clocks.moment(serial);
            (record.reader, record.read, record.read_epoch) = (task, moment.serial, moment.epoch);
            return;
        }
        if record.reader != SEVERAL {
            let at = self.take();
            for lane in 0..self.lanes {
                self.times[at as usize * self.lanes + lane] = clocks.when(lane, record.read_moment());
            }
            (record.reader, record.read_epoch) = (SEVERAL, at);
        }
        let first = record.read_epoch as usize * self.lanes;
        for (lane, time) in self.times[first..first + self.lanes].iter_mut().enumerate() {
            *time = (*time).max(clocks.at(lane, serial));
        }
    }

    /// Releases the entry of a location's readers, if it has one.
    pub(super) fn forget(&mut self, record: &Record) {
        if record.reader == SEVERAL {
            self.free.push(record.read_epoch);
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
