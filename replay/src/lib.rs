//! Replay of a trace: the instructions that were executed, their order, and the locations that they accessed.
//!
//! A trace holds path numbers, and the identities that the code does not determine. This crate turns them into an
//! *operation stream*, which all analyses read. It knows nothing of what the analyses make of it.
//!
//! ```text
//! events ─> replay (which path, which activation) ─> paths (what the path does) ─> operation stream
//! ```
//!
//! The modules form layers, from [`base`], [`program`] and [`events`] over [`replay`] and [`paths`] to [`stream`] and
//! [`threads`]. None uses one of a higher layer.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

pub mod base;
pub mod events;
pub mod paths;
pub mod program;
pub mod replay;
pub mod stream;
pub mod threads;
