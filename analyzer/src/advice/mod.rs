//! Advice: which loops and calls could run in parallel, what stops each, and what to do about it.
//!
//! A *candidate* is a loop, whose iterations would be tasks, or a method, whose calls would be. Its *blockers* are the
//! dependences between tasks, gathered by what they run through: a local, a field, an array, the state of an object in
//! code that is not traced. The kind of each blocker decides what can be done about it; all together they decide how the
//! candidate can run.

mod blockers;
mod candidates;
mod estimate;
mod idioms;
mod purity;
mod reduction;
mod steps;

pub(crate) use candidates::candidates;
pub(crate) use idioms::looks_only;
