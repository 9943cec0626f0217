//! The order of threads: by a model of the runtime, and on random programs.

mod model;
mod programs;
