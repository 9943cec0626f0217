//! The handles of a program map's rows.

use crate::handle;
use wincode::{SchemaRead, SchemaWrite};

handle! {
    /// Number of a basic block: its row in `blocks`.
    pub struct BlockId;
}

handle! {
    /// Number of a class: its row in `classes`. Classes that a trace names have numbers of their own.
    #[derive(SchemaRead, SchemaWrite)]
    pub struct ClassId;
}

handle! {
    /// Number of a path, as an event gives it: an id of the start that has it.
    pub struct PathId;
}

handle! {
    /// Number of a loop: its row in `loops`.
    pub struct LoopId;
}

handle! {
    /// Number of a method: its row in `methods`.
    #[derive(SchemaRead, SchemaWrite)]
    pub struct MethodId;
}
