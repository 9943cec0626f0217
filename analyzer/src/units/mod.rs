//! Units: sequences of operations that the stream repeats, each planned once and then executed as one path.
//!
//! Paths are short (5 to 11 nodes on average), and programs repeat long sequences of them, with the calls and loops in between. A
//! *token* is a path with the region operations before it. A dictionary learns which tokens follow each other again and
//! again (LZMW: of two units that were met together often enough a new one is made), and the [`Condenser`] replaces the longest
//! known sequence at each position by one operation.

mod condenser;
mod dictionary;
mod kept;
mod tokens;

pub(crate) use condenser::{Condenser, Known, Learner};
pub(crate) use dictionary::{UNIT, Unit};
pub(crate) use kept::{KeptStream, Vocabulary};
