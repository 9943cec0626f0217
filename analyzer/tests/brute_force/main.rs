//! Analyses against brute force. One program: the brute force is large, and takes long to compile.

#![allow(clippy::unwrap_used, clippy::panic)]

mod differential;
mod joined;
mod listed;
mod sampling;
mod shared;
mod simulations;
mod units;
