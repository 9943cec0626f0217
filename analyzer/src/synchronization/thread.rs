//! What one thread acquires and releases, path by path.

use paratrace_replay::paths::Program;
use paratrace_traceformat::map::InstructionId;

use super::orders::{Begin, End, Orders};
use super::{Classes, Meeting};

/// One thread.
#[derive(Debug, Default)]
pub(crate) struct OfThread {
    /// What each path orders, `None` for most; and how many regions it leaves.
    paths: Vec<(Option<Box<Orders>>, u32)>,
    /// The state of its object.
    own: u32,
    /// What calls, the instructions, acquire when they return to the frame at an address.
    awaited: Vec<(u32, Meeting, InstructionId)>,
    /// Number of open regions: none between activations that untraced code calls.
    level: u32,
}

impl OfThread {
    /// Adds a path, which gets the next number.
    pub(crate) fn add(&mut self, program: &Program, classes: &Classes<'_>) {
        let left = program.exits.iter().map(|exit| exit.levels).sum();
        self.paths.push((Orders::of(program, classes), left));
    }

    /// Calls `begin` with all that is acquired when a path begins, and the instruction that acquires it; `NONE` for the begin of a thread.
    #[inline]
    pub(crate) fn begin_path(
        &mut self,
        program: u32,
        frame: u32,
        slots: &[u32],
        mut begin: impl FnMut(Begin, InstructionId),
    ) {
        // What was called from frames that an exception has left has thrown it.
        while let Some((_, meeting, call)) = self.awaited.pop_if(|(caller, ..)| *caller >= frame) {
            begin(Begin::Acquire(meeting), call);
        }
        let Some(orders) = &self.paths[program as usize].0 else { return };
        if let Some(at) = orders.begins {
            self.own = at.slot(slots);
            (self.own != 0).then(|| begin(Begin::Acquire(Meeting::Thread(self.own)), InstructionId::NONE));
        }
        for (acquire, insn) in &orders.acquires {
            let found = acquire.try_map(|meet| meet.resolve(slots, self.own));
            found.into_iter().for_each(|found| begin(found, *insn));
        }
    }

    /// Calls `end` with what a path has released, the number of the release among those of the path, and the instruction that released it.
    #[inline]
    pub(crate) fn end_path(
        &mut self,
        program: u32,
        frame: u32,
        slots: &[u32],
        mut end: impl FnMut(usize, End, InstructionId),
    ) {
        let count = self.paths[program as usize].0.as_ref().map_or(0, |orders| orders.releases.len());
        for number in 0..count {
            if let Some((found, insn)) = self.release(program, number, slots) {
                end(number, found, insn);
            }
        }
        self.close_path(program, frame, slots);
    }

    /// Returns what the release of this number among those of a path releases, and the instruction that does so.
    #[inline]
    pub(crate) fn release(&self, program: u32, number: usize, slots: &[u32]) -> Option<(End, InstructionId)> {
        let orders = self.paths[program as usize].0.as_ref()?;
        let (release, insn) = (*orders.releases.get(number)?)?;
        Some((release.try_map(|meet| meet.resolve(slots, self.own))?, insn))
    }

    /// A path has ended, and its releases are known. Returns whether what untraced code called has ended with it.
    #[inline]
    pub(crate) fn close_path(&mut self, program: u32, frame: u32, slots: &[u32]) -> bool {
        let has_ended = self.exit(self.paths[program as usize].1);
        let Some(orders) = &self.paths[program as usize].0 else { return has_ended };
        let awaits = orders.awaits.iter().filter_map(|&(meet, call)| Some((meet.resolve(slots, self.own)?, call)));
        self.awaited.extend(awaits.map(|(meeting, call)| (frame, meeting, call)));
        has_ended
    }

    /// Regions open. Returns whether untraced code has called what they are in: it may be a task.
    #[inline]
    pub(crate) fn enter(&mut self, levels: u32) -> bool {
        self.level += levels;
        self.level == levels
    }

    /// Regions close. Returns whether what untraced code called has ended.
    #[inline]
    pub(crate) fn exit(&mut self, levels: u32) -> bool {
        let was_open = self.level > 0;
        self.level = self.level.saturating_sub(levels);
        was_open && self.level == 0
    }

    /// What others acquire when the thread has ended.
    pub(crate) fn end(&self) -> Option<Meeting> {
        (self.own != 0).then_some(Meeting::End(self.own))
    }
}
