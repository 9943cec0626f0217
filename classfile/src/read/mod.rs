//! Reading: windows into the bytes of a class file.

pub mod bootstrap;
pub mod class;
pub mod code;
pub mod frames;
pub mod instruction;
pub mod pool;
pub(crate) mod reader;
pub mod source_map;
