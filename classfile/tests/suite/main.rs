//! Tests against real classes, with the JVM's verifier, `javap` and the `cafebabe` crate as judges.
//!
//! They need a JDK: `JAVA_HOME`, or `java` and `javac` on the path. With `PARATRACE_CORPUS=full` they go through every
//! class of the JDKs (`PARATRACE_JDKS`, separated by `:`, defaults to the one found) and of the jars in the directories
//! named by `PARATRACE_JARS`; otherwise through a sample.

#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

mod fixtures;
mod identity;
mod jdk;
mod mutation;
mod noop;
mod oracle;
mod semantics;
mod tables;
mod verify;
