//! The command line of `java`, read as `java` reads it, as far as tracing needs it.

pub(crate) mod argfile;
pub(crate) mod class_path;
pub(crate) mod command;
pub(crate) mod compile_commands;
pub(crate) mod manifest;
