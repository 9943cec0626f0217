//! Plans: the heap accesses of one path.

use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::What;
use paratrace_traceformat::map::{InstructionId, ProgramMap};

use crate::false_sharing::locations_of_line;
use crate::heap::At;

/// An access, with the number of the instruction in its thread.
#[derive(Debug, Clone, Copy)]
pub(super) enum Access {
    Read(At, u32),
    /// With the instruction, if threads that write beside each other so may share a line of the cache.
    Write(At, u32, Option<InstructionId>),
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
    pub(super) fn of(map: &ProgramMap, program: &Program, mut number: impl FnMut(InstructionId) -> u32) -> Self {
        let accesses = program.script.events.iter().filter_map(|event| match event.what {
            What::Read(place) => Some(Access::Read(At::of(place)?, number(event.insn))),
            What::Write(place) => {
                let in_line = locations_of_line(map, event.insn).map(|_| event.insn);
                Some(Access::Write(At::of(place)?, number(event.insn), in_line))
            }
            What::Copy => Some(Access::Copy(number(event.insn))),
            _ => None,
        });
        Self { accesses: accesses.collect(), slots: program.slots }
    }
}
