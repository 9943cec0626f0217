//! The oracle of the tests: all figures from the list of executed nodes, by the definitions of docs/metrics.md, slowly.
//!
//! With it come random programs and random executions of them, which write the events and, independently of any replay, the
//! nodes.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

pub mod calls;
pub mod chain;
pub mod communication;
pub mod compare;
pub mod dependences;
pub mod execute;
pub mod false_sharing;
pub mod figures;
pub mod frames;
pub mod handovers;
pub mod joined;
pub mod joins;
pub mod known;
mod locked;
pub mod locks;
pub mod loops;
pub mod ordered;
pub mod program;
pub mod random;
pub mod report;
pub mod shared;
pub mod simulation;
pub mod sites;
pub mod stamps;
pub mod step;
