//! The handles of a program map's rows.

use crate::handle;
use wincode::{SchemaRead, SchemaWrite};

handle! {
    /// Number of a method: its row in `methods`.
    #[derive(SchemaRead, SchemaWrite)]
    pub struct MethodId;
}
