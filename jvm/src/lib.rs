//! What every JVM has in common, in one place for all crates.

pub mod library;
pub mod opcodes;
