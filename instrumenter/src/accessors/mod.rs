//! Calls that access memory as instructions do: through `Unsafe`, variable handles and field updaters.
//!
//! What such a call accesses is told by one of its arguments: an offset or a handle. Nearly always that is a constant of a class, which
//! its initialiser has asked for by name.

mod calls;
mod constants;

pub(crate) use calls::{Accessor, Holder, accessor};
pub(crate) use constants::{Constant, constants};

/// What an offset or a handle denotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Denoted {
    /// The field of this class and name.
    Field {
        /// Class that was asked for it.
        class: String,
        /// Name of the field.
        name: String,
    },
    /// The elements of arrays.
    Elements,
}
