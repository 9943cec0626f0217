//! Plans: the heap accesses of one path.

use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::What;
use paratrace_traceformat::map::InstructionId;

use crate::heap::At;

/// What an access does.
#[derive(Debug, Clone, Copy)]
pub(super) enum Access {
    Read(At),
    /// With the number of the writer.
    Write(At, u32),
    /// The next group of element copies, with the number of the writer.
    Copy(u32),
}

/// One access of an instruction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Op {
    pub(super) access: Access,
    pub(super) insn: InstructionId,
}

/// The accesses of a path.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) ops: Box<[Op]>,
    /// Number of slots before the element copies.
    pub(super) slots: u32,
}

impl Plan {
    /// Plans a path. `writer` numbers an instruction that writes.
    pub(super) fn of(program: &Program, mut writer: impl FnMut(InstructionId) -> u32) -> Self {
        let accesses = program.script.events.iter().filter_map(|event| {
            let access = match event.what {
                What::Read(place) => Access::Read(At::of(place)?),
                What::Write(place) => Access::Write(At::of(place)?, writer(event.insn)),
                What::Copy => Access::Copy(writer(event.insn)),
                _ => return None,
            };
            Some(Op { access, insn: event.insn })
        });
        Self { ops: accesses.collect(), slots: program.slots }
    }
}
