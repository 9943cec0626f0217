//! Records: the reads of each location by the tasks of one candidate.

use paratrace_replay::base::frames::Cell;
use paratrace_traceformat::map::InstructionId;

use super::clocks::{Clocks, Moment};

/// Number of a task within a candidate's instance.
pub(super) type TaskId = u32;

/// Stands for no task.
pub(super) const NOBODY: TaskId = u32::MAX;
/// Stands for several tasks; the stretch is then the number of a [`Readers`] entry.
const SEVERAL: TaskId = u32::MAX - 1;

/// The reads of a location since it was written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reads {
    moment: Moment,
    reader: TaskId,
    /// The last instruction in program order that read the location.
    pub(super) insn: InstructionId,
    /// The candidate's instance in which they happened.
    pub(super) instance: u32,
    /// A call that has read it, which what follows must not overwrite before the call has ended; 0 if there is none.
    pub(super) call: TaskId,
    /// The instruction by which that call read it.
    pub(super) call_insn: InstructionId,
}

impl Cell for Reads {
    const ZERO: Self = Self {
        moment: Moment { serial: 0, stretch: 0 },
        reader: NOBODY,
        insn: InstructionId::new(0),
        instance: 0,
        call: 0,
        call_insn: InstructionId::new(0),
    };
}

impl Reads {
    /// Creates the record of a location without a read in this instance.
    pub(super) fn none(instance: u32) -> Self {
        Self { instance, ..Self::ZERO }
    }

    /// Returns whether no other task has read the location since it was written.
    pub(super) fn are_by_none_but(&self, task: TaskId) -> bool {
        self.reader == NOBODY || self.reader == task
    }

    /// Returns the stretch that the record refers to.
    pub(super) fn stretch(&self) -> Option<u64> {
        (self.reader < SEVERAL).then_some(self.moment.stretch)
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
            SEVERAL => self.times[reads.moment.stretch as usize * self.lanes + lane],
            _ => clocks.when(lane, reads.moment),
        }
    }

    /// Records that a task reads a location now.
    pub(super) fn add(&mut self, reads: &mut Reads, task: TaskId, now: Moment, insn: InstructionId, clocks: &Clocks) {
        reads.insn = insn;
        if reads.are_by_none_but(task) {
            (reads.reader, reads.moment) = (task, now);
            return;
        }
        if reads.reader != SEVERAL {
            let at = self.take();
            for lane in 0..self.lanes {
                self.times[at as usize * self.lanes + lane] = clocks.when(lane, reads.moment);
            }
            (reads.reader, reads.moment) = (SEVERAL, Moment { serial: 0, stretch: at.into() });
        }
        let first = reads.moment.stretch as usize * self.lanes;
        for (lane, time) in self.times[first..first + self.lanes].iter_mut().enumerate() {
            *time = (*time).max(clocks.at(lane, now.serial));
        }
    }

    /// Releases the entry of a location's readers, if it has one.
    pub(super) fn forget(&mut self, reads: &Reads) {
        if reads.reader == SEVERAL {
            self.free.push(reads.moment.stretch as u32);
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
