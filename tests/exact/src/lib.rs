//! Exactness: what a replay says was executed is what the JVM itself says.

mod batch;
pub mod bytecode;
mod compare;
mod estimates;
mod grammar;
pub mod java;
pub mod library;
mod on_jdk;
pub mod programs;
pub mod threaded;

pub use batch::{Batch, Outcome};
pub use compare::{Comparison, Difference, compare_counts, compare_order, compare_with_jdk, pauses};
pub use estimates::{Containment, contained, outer_methods};
pub use on_jdk::{TracedJdk, alike};
