//! Measured runs of a program: which runs there are, the profiler that takes their samples, and each run itself.

mod collect;
mod flight;
mod line;
mod machine;
mod measure;
mod metric;
mod perf;
mod plan;
mod platform;
mod process;
mod profiler;
mod recording;
mod traced;
mod unpack;

pub(crate) use collect::{Traced, Wanted, collect};
pub(crate) use line::Line;
pub(crate) use metric::name;
pub(crate) use platform::default_platform;
pub(crate) use profiler::{Choice, Profiler};
