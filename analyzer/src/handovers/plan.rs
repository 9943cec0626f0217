//! Plans: the heap accesses of one path.

use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::What;
use paratrace_traceformat::map::InstructionId;

use crate::heap::At;

/// An access, with the number of the instruction in its thread.
#[derive(Debug, Clone, Copy)]
pub(super) enum Access {
    Read(At, u32),
    Write(At, u32),
    /// The next group of element copies.
    Copy(u32),
}

/// The accesses of a path.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) accesses: Box<[Access]>,
    /// Number of slots before the element copies.
    pub(super) slots: u32,
}

impl Plan {
    /// Plans a path. `number` numbers instructions.
    pub(super) fn of(program: &Program, mut number: impl FnMut(InstructionId) -> u32) -> Self {
        let accesses = program.script.events.iter().filter_map(|event| match event.what {
            What::Read(place) => Some(Access::Read(At::of(place)?, number(event.insn))),
            What::Write(place) => Some(Access::Write(At::of(place)?, number(event.insn))),
            What::Copy => Some(Access::Copy(number(event.insn))),
            _ => None,
        });
        Self { accesses: accesses.collect(), slots: program.slots }
    }
}
