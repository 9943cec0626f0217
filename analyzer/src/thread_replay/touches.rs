//! Accesses of data that may have to move: of what is recorded, and of what is counted by stack.

use paratrace_replay::stream::copies;
use paratrace_traceformat::map::InstructionId;

use super::movement::{Accessor, Fetched, Shape};
use super::recorder::Turn;
use crate::communication::ROOT;

impl Turn<'_, '_, '_> {
    pub(super) fn copy(&mut self, group: &[u32], at: InstructionId) {
        let strand = self.strand();
        copies::sources(group).for_each(|slots| self.pass.memory.read_all(slots, (strand, at)));
        copies::targets(group).for_each(|slots| self.pass.memory.write_all(slots, strand));
        if self.pass.lines.is_some() || self.pass.fetches.is_some() {
            copies::sources(group).for_each(|slots| self.touch_all(slots, false, at));
            copies::targets(group).for_each(|slots| self.touch_all(slots, true, at));
        }
    }

    fn touch_all(&mut self, (first, count): (u32, u32), write: bool, at: InstructionId) {
        (first..first.saturating_add(count)).for_each(|slot| self.touch(slot, Shape::Copied, write, at));
    }

    /// The strand accesses a location, and may have to get its line.
    pub(super) fn touch(&mut self, slot: u32, shape: Shape, write: bool, at: InstructionId) {
        let strand = self.strand();
        // Slot 0 belongs to no object.
        if slot != 0 && self.pass.fetches.is_some() {
            self.fetch((slot, shape), write);
        }
        let Some(lines) = self.pass.lines.as_mut().filter(|_| slot != 0) else { return };
        if let Some(number) = lines.access((slot, shape), write, (strand, at)) {
            self.pass.memory.strands.moves(strand, number);
        }
    }

    /// The strand accesses a location, and may have to fetch its line.
    fn fetch(&mut self, location: (u32, Shape), write: bool) {
        let strand = self.strand();
        let (strands, context) =
            (&self.pass.memory.strands, self.thread.counts.as_ref().map_or(ROOT, |of| of.context()));
        let by = Accessor { strand, mark: strands.mark(strand), work: strands.work_of(strand), context };
        let Some(fetches) = self.pass.fetches.as_mut() else { return };
        match fetches.access(location, write, by, |mark| strands.is_new(strand, mark)) {
            Fetched::Nothing => {}
            Fetched::Now { misses, time } => {
                if let Some(counts) = &mut self.thread.counts {
                    counts.fetch(misses, time);
                }
                self.thread.stalled += time;
            }
            Fetched::AsItRuns(number) => self.pass.memory.strands.moves(strand, number),
        }
    }

    /// The strand has waited for what it has fetched. It is told later than it is found, as what a strand waits for may depend on how
    /// many nodes it executes between two accesses.
    pub(super) fn stall(&mut self) {
        let stalled = std::mem::take(&mut self.thread.stalled);
        if stalled > 0 {
            self.work(stalled);
        }
    }
}
