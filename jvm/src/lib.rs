//! Facts that hold for every JVM, in one place for all crates.
//!
//! ```
//! use paratrace_jvm::library::{self, ClassFact};
//! use paratrace_jvm::opcodes;
//!
//! assert!(library::is("java/lang/Integer", ClassFact::Value));
//! assert_eq!(opcodes::inverted(opcodes::IFEQ), Some(opcodes::IFNE));
//! ```

pub mod elements;
pub mod library;
pub mod opcodes;
pub mod platform;
