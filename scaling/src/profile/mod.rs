//! Stacks of some runs with their mean counts, and the methods in them.

#[cfg(test)]
mod dissertation_tests;
mod methods;
mod names;
mod select;

pub(crate) use methods::{Method, inclusive, inclusive_of_all, innermost};
pub(crate) use names::{is_program, program_method};
pub(crate) use select::Profile;
pub use select::{PartSelection, Selection, ThreadSelection};
