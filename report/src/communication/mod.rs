//! Views of the communication graph: a table, and forms for other programs.

mod dot;
mod graph;
mod graphml;
mod matrix;
mod names;
mod place;
mod table;

pub use dot::dot;
pub use graph::{Graph, Pattern, SCHEMA, Selection, graph};
pub use graphml::graphml;
pub use matrix::{matrix, svg};
pub use place::{Placement, place};
pub use table::{TableOptions, table};
