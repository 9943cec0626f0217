//! Why a parallel version of a program does not scale: possible speed-ups (Gomes, "Profiling Tools for Java", 2021).
//!
//! A sequential and a parallel version of a program are profiled, each metric in runs of its own ([`measurements`]).
//! What follows from those runs is computed from them alone, whoever measured them.

pub mod measurements;
pub mod profiles;
