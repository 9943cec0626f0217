//! Results of the commands for programs with known answers. One test program: linking one for each takes long.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod advice;
mod chain;
mod communication;
mod compare;
mod counters;
mod hostile;
mod identity;
mod incomplete;
mod inputs;
mod meetings;
mod memory;
mod options;
mod shared;
mod simulate;
mod threads;
mod weights;
mod words;
