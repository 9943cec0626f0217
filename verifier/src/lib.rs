//! The JVM's verifier as a judge of rewritten classes, for tests and checks.
//!
//! A [`Verifier`] lets a JVM link classes, of any loader, without initialising them, and says what became of each. Every run
//! begins with classes that the JVM must reject; one that lets them pass is an error.

mod canary;
mod hollow;
mod jdk;
mod platform;
pub mod published;
mod verifier;

pub use canary::Fault;
pub use jdk::{Jdk, run};
pub use platform::FIXED_LAYOUT;
pub use verifier::{Request, Verdict, Verifier};
