//! Brute force: all figures from the list of nodes, by their definitions, slowly. With it, random programs and random
//! executions of them, which write the events and, independently of any replay, the nodes.

pub mod execute;
pub mod figures;
pub mod frames;
pub mod known;
pub mod loops;
pub mod program;
pub mod random;
pub mod sites;
