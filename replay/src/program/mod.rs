//! Facts about the program that follow from its map alone.

mod blocks;
mod constructs;
mod index;
mod lambdas;
mod lines;
mod loops;
mod mnemonic;
pub mod names;
mod reflected;
mod regions;
mod slots;
mod taken_paths;
mod variables;
mod without_jdk;

pub use blocks::always_before;
pub use constructs::{ConstructId, ConstructKind, Constructs, Lifetimes, kind_of};
pub use index::{
    ClassNames, Index, Selected, answered_outside, argument_slots, has_receiver, is_array_of_references,
    is_told_by_receiver, parameter_slots,
};
pub use lambdas::signature;
pub use lines::{first_pc, jar, line, source_file};
pub use loops::{Arrival, arrival, is_reducible, outward};
pub use mnemonic::mnemonic;
pub use reflected::{Reflected, ReflectedFields};
pub use regions::RegionId;
pub use slots::{
    MONITOR_INDEX, element_index, monitor_owner, outside_field_index, static_slot, unknown_field_index, unknown_owner,
};
pub use taken_paths::{End, PathInfo, PathRow, block_instructions};
pub use variables::{parameters, variable};
pub use without_jdk::without_jdk;
