//! Turns plans into rewritten class files.

mod class;
mod emit;
mod fences;
mod identity;
mod insert;
mod parameters;
mod pauses;
mod serial;

pub(crate) use class::{ClassPlan, Refusal, rewrite};
pub(crate) use serial::keep as keep_serial_version;
