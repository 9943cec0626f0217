//! The accesses of a path, for all candidates that run.

use paratrace_replay::base::frames::Cell;
use paratrace_replay::paths::accesses::Place;
use paratrace_replay::stream::copies;
use paratrace_replay::stream::meetings::Meeting;
use paratrace_traceformat::map::InstructionId;

use super::cells::Location;
use super::nest::Nest;
use super::plan::Op;
use super::running::Running;
use super::subject::Subject;
use super::writes::{Write, Writes, copy};
use crate::dependences::Kind;

/// The candidates that see a location.
#[derive(Debug, Clone, Copy)]
enum Who {
    All,
    Calls,
    Iterations,
    /// Those of loops of the activation at this frame.
    IterationsAt(u32),
}

impl Who {
    #[inline]
    fn has(self, subject: &Subject<'_>) -> bool {
        match self {
            Who::All => true,
            Who::Calls => !subject.has_locals(),
            Who::Iterations => subject.has_locals(),
            Who::IterationsAt(frame) => subject.has_locals() && subject.frame == frame,
        }
    }
}

/// What accesses of a path do.
pub(super) struct Accesses<'p, 'a> {
    pub(super) running: &'p Running,
    pub(super) subjects: &'p mut [Subject<'a>],
    pub(super) writes: &'p mut Writes,
    pub(super) nest: &'p Nest,
    /// Whether WAR and WAW count for any candidate.
    pub(super) is_strict: bool,
}

impl Accesses<'_, '_> {
    /// Takes one step of a path in the frame at `frame`; the path began at serial time `begin`.
    #[inline(always)]
    pub(super) fn step(&mut self, op: Op, begin: u64, frame: u32, slots: &[u32]) {
        match op {
            Op::WaitRead { place, kind, at, insn } => self.read(place, frame, slots, (kind, begin + at, insn)),
            Op::Look { place, at, insn } => {
                let own = Some(slot(place, slots)).filter(|&slot| slot != 0);
                self.join_all(own.into_iter().map(|slot| (slot, 1)), (begin + at, insn));
            }
            Op::WaitStored { from, at, insn } => {
                let write = self.writes.of_iterations.get(frame + from);
                self.wait(Who::Iterations, write, (Kind::Raw, begin + at, insn));
            }
            Op::WaitWrite { place, at, insn } => self.wait_to_write(place, frame, slots, (begin + at, insn)),
            Op::StampRead { place, end, insn } => self.stamp_read(place, frame, slots, (begin + end, insn)),
            Op::StampWrite { place, end, insn } => self.write(place, frame, slots, (begin + end, insn)),
            Op::Keep { from, to } => {
                copy(&mut self.writes.of_calls, frame + from, frame + to);
                self.each_strict(Who::Calls, |subject| subject.move_reads(frame + from, frame + to));
            }
            Op::Hold { from, to } => {
                copy(&mut self.writes.of_calls, frame + from, frame + to);
                self.each_strict(Who::Calls, |subject| subject.move_reads(frame + from, frame + to));
                self.writes.of_iterations.set(frame + to, Write::ZERO);
                self.each_strict(Who::Iterations, |subject| subject.clear_reads(frame + to));
            }
            Op::Moved { from, to } => {
                copy(&mut self.writes.of_calls, frame + from, frame + to);
                copy(&mut self.writes.of_iterations, frame + from, frame + to);
                self.each_strict(Who::All, |subject| subject.move_reads(frame + from, frame + to));
            }
            Op::Cleared { cell } => self.clear(frame + cell),
            Op::Copy { .. } | Op::Leave { .. } => {}
        }
    }

    /// A step is about an object that untraced code knows, or a part of one: what was done with the other means that calls may have to be
    /// waited for, too.
    pub(super) fn meet(&mut self, op: Op, meeting: Meeting<'_>, begin: u64) {
        let whole = std::iter::once((meeting.whole, 1));
        match op {
            Op::WaitRead { kind: Kind::Raw, at, insn, .. } => self.join_all(whole, (begin + at, insn)),
            Op::WaitRead { at, insn, .. } | Op::Look { at, insn, .. } => {
                let node = (begin + at, insn);
                self.join_all(whole.chain(meeting.parts()), node);
                if meeting.is_unknown {
                    self.each_of_calls(|subject, nest| subject.join_any(node.0, node.1, nest));
                }
            }
            Op::WaitWrite { at, insn, .. } => {
                let node = (begin + at, insn);
                self.join_all(whole.clone(), node);
                for (first, length) in whole.chain(meeting.parts()) {
                    (first..first + length).for_each(|slot| {
                        self.each_of_calls(|subject, nest| {
                            subject.join_reads(Location::Slot(slot), node.0, node.1, nest)
                        });
                    });
                }
            }
            _ => {}
        }
    }

    /// A node looks at slots of the memory, runs of which are given by their first ones and their lengths.
    fn join_all(&mut self, runs: impl Iterator<Item = (u32, u32)>, (serial, insn): (u64, InstructionId)) {
        for (first, length) in runs {
            let mut done = 0;
            while done < length {
                let write = self.writes.memory.get(first + done);
                if !write.insn.is_none() {
                    self.each_of_calls(|subject, nest| subject.join_write(write, serial, insn, nest));
                }
                done += self.writes.memory.same_after(first + done, length - done).max(1);
            }
        }
    }

    /// Visits the candidates whose tasks are calls.
    fn each_of_calls(&mut self, mut visit: impl FnMut(&mut Subject<'_>, &Nest)) {
        for &number in &self.running.numbers {
            let subject = &mut self.subjects[number as usize];
            if !subject.has_locals() {
                visit(subject, self.nest);
                subject.settle(&mut self.writes.stretches);
            }
        }
    }

    /// Clears a frame cell: it holds no value that a task has to wait for.
    pub(super) fn clear(&mut self, address: u32) {
        self.writes.of_iterations.set(address, Write::ZERO);
        self.writes.of_calls.set(address, Write::ZERO);
        self.each_strict(Who::All, |subject| subject.clear_reads(address));
    }

    /// A node reads a place.
    #[inline]
    fn read(&mut self, place: Place, frame: u32, slots: &[u32], node: (Kind, u64, InstructionId)) {
        match place {
            Place::Resolved(_) | Place::Static(_) => {
                self.wait(Who::All, self.writes.memory.get(slot(place, slots)), node)
            }
            Place::Local(cell) | Place::Entry(cell) => {
                let (address, is_local) = (frame + cell, matches!(place, Place::Local(_)));
                if self.running.with_calls {
                    self.wait(Who::Calls, self.writes.of_calls.get(address), node);
                }
                let who = if is_local { Who::IterationsAt(frame) } else { Who::Iterations };
                self.wait(who, self.writes.of_iterations.get(address), node);
            }
            Place::Parameter(_) => {}
        }
    }

    /// A node may have to wait for the last write of a location.
    #[inline]
    fn wait(&mut self, who: Who, write: Write, (kind, serial, insn): (Kind, u64, InstructionId)) {
        if write.insn.is_none() || write.moment().stretch >= self.running.since {
            return;
        }
        for &number in &self.running.numbers {
            let subject = &mut self.subjects[number as usize];
            if who.has(subject) {
                subject.wait_for_write(write, kind, serial, insn, self.nest);
                subject.settle(&mut self.writes.stretches);
            }
        }
    }

    /// A node writes a place.
    #[inline]
    fn write(&mut self, place: Place, frame: u32, slots: &[u32], (serial, insn): (u64, InstructionId)) {
        self.each_strict_at(place, frame, slots, |subject, at, _| subject.forget_reads(at));
        match place {
            Place::Resolved(_) | Place::Static(_) => {
                let slot = slot(place, slots);
                if slot != 0 {
                    let write = self.writes.write(serial, insn);
                    self.writes.memory.set(slot, write);
                }
            }
            Place::Local(cell) => {
                self.writes.of_calls.set(frame + cell, Write::ZERO);
                self.each_strict(Who::Calls, |subject| subject.clear_reads(frame + cell));
                if self.running.loop_frames.contains(&frame) {
                    let write = self.writes.write(serial, insn);
                    self.writes.of_iterations.set(frame + cell, write);
                }
            }
            Place::Entry(cell) => {
                let write = self.writes.write(serial, insn);
                self.writes.of_calls.set(frame + cell, write);
                self.writes.of_iterations.set(frame + cell, write);
            }
            Place::Parameter(_) => {}
        }
    }

    /// Copies elements: all are read, at the first of two times, before any is written, at the second. The groups are those of one node.
    pub(super) fn copy(&mut self, groups: &[&[u32]], (at, end): (u64, u64), insn: InstructionId) {
        let runs =
            || groups.iter().flat_map(|group| copies::runs(group)).map(|run| (run.source, run.target, run.length));
        for (source, _, length) in runs().filter(|run| run.0 != 0) {
            let mut done = 0;
            while done < length {
                self.wait(Who::All, self.writes.memory.get(source + done), (Kind::Raw, at, insn));
                done += self.writes.memory.same_after(source + done, length - done).max(1);
            }
        }
        if self.is_strict {
            self.copy_strictly(groups, (at, end), insn);
        }
        let write = self.writes.write(end, insn);
        for (_, target, length) in runs().filter(|run| run.1 != 0) {
            self.writes.memory.fill(target, length, write);
        }
    }

    /// Waits for reads and earlier writes of copied elements where they count.
    fn copy_strictly(&mut self, groups: &[&[u32]], (at, end): (u64, u64), insn: InstructionId) {
        let places = |of: fn(&copies::Run) -> u32| {
            let slots = groups.iter().flat_map(|group| copies::runs(group)).flat_map(move |run| {
                let first = of(&run);
                first..if first == 0 { 0 } else { first + run.length }
            });
            slots.map(Place::Static)
        };
        places(|run| run.target).for_each(|place| self.wait_to_write(place, 0, &[], (at, insn)));
        places(|run| run.source).for_each(|place| self.stamp_read(place, 0, &[], (end, insn)));
        places(|run| run.target)
            .for_each(|place| self.each_strict_at(place, 0, &[], |subject, at, _| subject.forget_reads(at)));
    }

    /// A node may have to wait for the last write and the last reads of a place that it writes.
    fn wait_to_write(&mut self, place: Place, frame: u32, slots: &[u32], (serial, insn): (u64, InstructionId)) {
        let nest = self.nest;
        self.each_strict_at(place, frame, slots, |subject, at, writes| {
            let write = writes.get(at, subject.has_locals());
            subject.wait_for_all(at, write, serial, insn, nest);
            subject.settle(&mut writes.stretches);
        });
    }

    /// A node that read a place ends.
    fn stamp_read(&mut self, place: Place, frame: u32, slots: &[u32], (serial, insn): (u64, InstructionId)) {
        self.each_strict_at(place, frame, slots, |subject, at, writes| {
            subject.stamp_read(at, writes.stretches.moment(serial), insn);
        });
    }

    /// Visits the candidates for which WAR and WAW count.
    #[inline]
    fn each_strict(&mut self, who: Who, mut visit: impl FnMut(&mut Subject<'_>)) {
        if self.is_strict {
            for &number in &self.running.numbers {
                let subject = &mut self.subjects[number as usize];
                if subject.is_strict() && who.has(subject) {
                    visit(subject);
                }
            }
        }
    }

    /// Visits those of them that share a place, with its location.
    #[inline]
    fn each_strict_at(
        &mut self,
        place: Place,
        frame: u32,
        slots: &[u32],
        mut visit: impl FnMut(&mut Subject<'_>, Location, &mut Writes),
    ) {
        let Self { running, subjects, writes, is_strict, .. } = self;
        if *is_strict {
            for &number in &running.numbers {
                let subject = &mut subjects[number as usize];
                if let Some(at) = location(subject, place, frame, slots).filter(|_| subject.is_strict()) {
                    visit(subject, at, writes);
                }
            }
        }
    }
}

/// Returns the slot of a place in the memory.
#[inline]
fn slot(place: Place, slots: &[u32]) -> u32 {
    match place {
        Place::Resolved(number) => slots[number as usize],
        Place::Static(slot) => slot,
        Place::Local(_) | Place::Entry(_) | Place::Parameter(_) => 0,
    }
}

/// Returns the location of a place if the tasks of a candidate can share it. With calls as tasks, only the activation itself accesses
/// its locals.
fn location(subject: &Subject<'_>, place: Place, frame: u32, slots: &[u32]) -> Option<Location> {
    match place {
        Place::Resolved(_) | Place::Static(_) => Some(slot(place, slots)).filter(|&slot| slot != 0).map(Location::Slot),
        Place::Local(cell) => Who::IterationsAt(frame).has(subject).then_some(Location::Frame(frame + cell)),
        Place::Entry(cell) => Some(Location::Frame(frame + cell)),
        Place::Parameter(_) => None,
    }
}
