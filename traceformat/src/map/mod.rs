//! The program map: what the instrumenter decided about the program.
//!
//! The model is [`ProgramMap`] and its tables; `docs/format.md` section 1 gives their meaning, section 2 the container.
//! Sections of version 1 (ids in [`Section`]):
//!
//! * cold ones (`Meta`, `Classes`, `Fields`, `Methods`, `Sites`, `VariableNames`): a `u64` count of records (`Meta`: none, one record), then
//!   the records in the bincode wire format with fixed-width little-endian integers; together the bytes of a `Vec`;
//! * hot ones (the others): a `u64` number of rows, then one column after the other, each padded with zeros to a multiple
//!   of eight bytes. The columns, in order, with their width in bytes:
//!
//! | section | columns |
//! |---|---|
//! | `Insns` | pc 2, opcode 1, op 1, flags 1, arg 4 |
//! | `Blocks` | first insn 4, end insn 4, first edge 4, end edge 4, loop 4, start 4, after_call 4, height 2 |
//! | `Edges` | to 4, inc 4, cut 1 |
//! | `Starts` | block 4, base 4, count 4, kind 1, silent 1 |
//! | `Handlers` | from 4, to 4, block 4 |
//! | `Lines` | pc 2, line 2 |
//! | `Loops` | header 4, parent 4, depth 2, reducible 1 |
//! | `Variables` | method 4, name 4, from 2, end 2, slot 2 |
//!
//! `VariableNames` (cold) and `Variables` came with minor version 1: maps of version 1.0 have no names of variables.

mod columns;
mod error;
mod handles;
mod hash;
mod model;
mod names;
mod object_methods;
mod owners;
mod read;
mod records;
mod section;
mod validate;
mod write;

pub use error::MapError;
pub use handles::{BlockId, ClassId, InstructionId, LoopId, MethodId, PathId};
pub use hash::MapHash;
pub use model::*;
pub use object_methods::is_public_of_object;
pub use owners::Owners;
pub use section::{MAGIC, MAJOR, MINOR, Section};

pub(crate) use columns::{Column, layout};
pub(crate) use records::{Meta, Record, VariableName, read_record};
pub(crate) use section::{Container, ENTRY_LEN, Entry, HEADER_LEN};
