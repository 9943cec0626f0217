//! Test programs as different compilers emit them: compiled, run plain and traced, and compared.
//!
//! The code of one compiler tells little about that of the next: javac 18 calls `getClass` by `invokeinterface`, javac
//! 25 checks the outer object before `super()`. So each program of `tests/programs` is compiled by all compilers at
//! hand, for all releases that they know, and every class that differs in its code from those seen before is run.

mod artefacts;
mod compiler;
mod fingerprint;
mod matrix;
mod program;
mod sources;

pub use artefacts::{artefacts, class_path};
pub use compiler::{Compiler, NEWEST, compilers, javacs};
pub use fingerprint::fingerprint;
pub use matrix::Matrix;
pub use program::{Compiled, Run, replay_problem};
pub use sources::{java_sources, language_sources, main_class, newest_sources};
