//! Who accessed a location last.

use paratrace_replay::base::frames::Cell;

use super::clocks::{Clocks, Moment};

/// Number of a task within a candidate.
pub(super) type Task = u32;

/// No task.
pub(super) const NOBODY: Task = u32::MAX;
/// More than one task: the moment's epoch is the number of a [`Readers`] entry.
const SEVERAL: Task = u32::MAX - 1;

/// The last accesses of a location.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    written: u64,
    read: u64,
    written_epoch: u32,
    read_epoch: u32,
    pub(super) writer: Task,
    reader: Task,
    pub(super) writing: u32,
    /// The instruction that read it last in program order.
    pub(super) reading: u32,
    /// Instance of the candidate; what other instances did does not matter.
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
        writing: 0,
        reading: 0,
        instance: 0,
    };
}

impl Record {
    /// A location that nobody has accessed in an instance.
    pub(super) fn new(instance: u32) -> Self {
        Self { instance, ..Self::ZERO }
    }

    /// A location that is written in an instance.
    pub(super) fn written(instance: u32, task: Task, moment: Moment, insn: u32) -> Self {
        let Moment { serial: written, epoch: written_epoch } = moment;
        Self { written, written_epoch, writer: task, writing: insn, ..Self::new(instance) }
    }

    /// When it was written.
    pub(super) fn write(&self) -> Moment {
        Moment { serial: self.written, epoch: self.written_epoch }
    }

    fn read_moment(&self) -> Moment {
        Moment { serial: self.read, epoch: self.read_epoch }
    }

    /// Did only this task read it since it was written, if any?
    pub(super) fn is_read_by_none_but(&self, task: Task) -> bool {
        self.reader == NOBODY || self.reader == task
    }

    /// Epochs that it refers to.
    pub(super) fn epochs(&mut self, each: &mut dyn FnMut(&mut u32)) {
        if self.writer != NOBODY {
            each(&mut self.written_epoch);
        }
        if self.reader < SEVERAL {
            each(&mut self.read_epoch);
        }
    }
}

/// Times at which locations were read last, where several tasks read them: lane by lane the latest.
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

    /// When a location was last read in a lane; somebody must have read it.
    pub(super) fn last(&self, record: &Record, clocks: &Clocks, lane: usize) -> u64 {
        match record.reader {
            SEVERAL => self.times[record.read_epoch as usize * self.lanes + lane],
            _ => clocks.when(lane, record.read_moment()),
        }
    }

    /// A task reads a location.
    pub(super) fn add(&mut self, record: &mut Record, task: Task, serial: u64, insn: u32, clocks: &mut Clocks) {
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

    /// The readers of a location are forgotten.
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

    /// Numbers in use or kept for use.
    pub(super) fn len(&self) -> usize {
        self.times.len()
    }
}
