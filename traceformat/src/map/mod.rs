//! The program map: what the instrumenter decided about the program.
//!
//! The model is [`ProgramMap`] and its tables; `docs/format.md` section 1 gives their meaning, section 2 the container.
//! Sections (ids in [`Section`]) of version 2:
//!
//! * cold ones (`Meta`, `Classes`, `Fields`, `Methods`, `Sites`, `VariableNames`, `OtherFiles`): the number of records (`Meta`: none, one record), then
//!   the records in the bincode wire format with little-endian integers of variable width; together the bytes of a `Vec`;
//! * hot ones (the others): a `u64` number of rows, then one column after the other. Cells of `byte` columns are a byte, others are numbers
//!   in LEB128: of `plain` columns the cell, of `delta` columns the zigzag of the difference to the row above (above the first: 0), of
//!   `index` columns 0 for `NONE` and else 1 more than the zigzag of the difference to the last cell that was not `NONE` (at first: 0).
//!   Differences wrap at 32 bits; the zigzag of 0, -1, 1, -2 is 0, 1, 2, 3. The columns, in order, with the width of their cells in bytes:
//!
//! | section | columns |
//! |---|---|
//! | `Insns` | pc 2 delta, opcode 1 byte, op 1 byte, flags 1 byte, arg 4 plain |
//! | `Blocks` | first insn 4, end insn 4, first edge 4, end edge 4: delta; loop 4, start 4, after_call 4: index; height 2 plain |
//! | `Edges` | to 4 delta, inc 4 plain, cut 1 byte |
//! | `Starts` | block 4 delta, base 4 delta, count 4 plain, kind 1 byte, silent 1 byte |
//! | `Handlers` | from 4, to 4, block 4: delta |
//! | `Lines` | pc 2 delta, line 2 delta |
//! | `Loops` | header 4 delta, parent 4 index, depth 2 plain, reducible 1 byte |
//! | `Variables` | method 4 delta, name 4, from 2, end 2, slot 2: plain |
//! | `LockedMethods` | method 4 delta |
//! | `VolatileFields` | field 4 delta |
//! | `ClassNames` | hash 4 plain |
//! | `ForeignLines` | line 4 delta, file 4 plain |
//!
//! In sections of version 1 (maps up to version 1.3) all numbers have their fixed width, little endian: records with a `u64` count and `u64`
//! lengths, columns each padded with zeros to a multiple of eight bytes.
//!
//! `VariableNames` (cold) and `Variables` came with minor version 1: maps of version 1.0 have no names of variables.
//! `LockedMethods` and `VolatileFields`, both ascending, came with minor version 9. `ClassNames`, whose bytes come before those of all others, came with minor
//! version 11: 64-bit FNV-1a hashes over the UTF-16 units of the names of all classes, with dots, ascending, the high word first.
//! `OtherFiles` (cold) and `ForeignLines`, ascending by line, came with minor version 12.

mod cells;
mod class_names;
mod columns;
mod error;
mod handles;
mod hash;
mod model;
mod names;
mod object_methods;
mod owners;
mod pieces;
mod read;
mod records;
mod section;
mod synchronization;
mod validate;
mod write;

pub use error::MapError;
pub use handles::{BlockId, ClassId, InstructionId, LoopId, MethodId, PathId};
pub use hash::MapHash;
pub use model::*;
pub use object_methods::is_public_of_object;
pub use owners::Owners;
pub use pieces::{Bases, Piece};
pub use section::{MAGIC, MAJOR, MINOR, Section};

pub(crate) use cells::Cells;
pub(crate) use columns::{Column, layout};
pub(crate) use records::{FileName, Meta, Record, VariableName, read_count, read_record};
pub(crate) use section::{Container, ENTRY_LEN, Entry, FIXED_WIDTH, HEADER_LEN};
