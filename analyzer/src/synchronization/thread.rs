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
        let (orders, left) = &self.paths[program as usize];
        self.level = self.level.saturating_sub(*left);
        let Some(orders) = orders else { return };
        for (number, release) in orders.releases.iter().enumerate() {
            let Some((release, insn)) = release else { continue };
            let found = release.try_map(|meet| meet.resolve(slots, self.own));
            found.into_iter().for_each(|found| end(number, found, *insn));
        }
        let awaits = orders.awaits.iter().filter_map(|&(meet, call)| Some((meet.resolve(slots, self.own)?, call)));
        self.awaited.extend(awaits.map(|(meeting, call)| (frame, meeting, call)));
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
