//! The one place where the commands call the libraries: their errors become failures here.

mod analysis;
mod compare;
mod cost;
mod files;
mod live;
mod memory;
mod meter;
mod reports;
mod rewriting;
mod scale;
mod shared;
mod statistics;
mod traced;

pub(crate) use analysis::{Wanted, analyze, communication, critical_path, nodes, sample_size, simulate};
pub(crate) use compare::{diff, merge};
pub(crate) use cost::{
    Setting, default_trace_events, read_simple_platform, read_simple_timed_platform, read_statistics,
    read_timed_platform, trace_events,
};
#[cfg(test)]
pub(crate) use files::Figures;
pub(crate) use files::{dump, info, verify};
pub(crate) use live::{Live, found};
pub(crate) use reports::report;
pub(crate) use rewriting::{
    Selection, Target, count, estimate, everybody_may_read, instrument, instrument_jdk, loadable_classes,
    write_stand_in,
};
pub(crate) use scale::{
    Form, check_pattern, exported, read_flight, read_measurements, read_perf, read_profile, scaling, scaling_page,
    within,
};
pub(crate) use shared::shared;
pub(crate) use statistics::statistics;
pub(crate) use traced::{Profiles, read_traced};
