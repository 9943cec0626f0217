//! Analyses against brute force. One program: the brute force is large, and takes long to compile.

#![allow(clippy::unwrap_used, clippy::panic)]

mod differential;
mod joined;
mod listed;
mod sampling;
mod shared;
mod simulations;
mod units;

/// Returns the number of random programs to run: half of them, or all if `PARATRACE_ALL_PROGRAMS` is set.
fn programs(all: u64) -> u64 {
    if std::env::var_os("PARATRACE_ALL_PROGRAMS").is_some() { all } else { all / 2 }
}
