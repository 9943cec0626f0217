//! Stacks for other tools.

use crate::backend::{Form, exported};
use crate::failure::Failure;
use crate::outputs;
use crate::profiling::name;
use clap::ValueEnum;
use paratrace_scaling::Settings;
use paratrace_scaling::export::{PartSelection, Selection, ThreadSelection};
use paratrace_scaling::measurements::{Measurements, Metric, Run, Version};
use std::path::PathBuf;

const RUNS: &str = "Of which runs: `sequential`, or a number of threads [default: the largest one]";

/// Files of stacks, and which stacks they have.
#[derive(Debug, clap::Args)]
pub(super) struct Exports {
    /// Write stacks, one a line, for flame graphs
    #[arg(long, value_name = "FILE")]
    collapsed: Option<PathBuf>,
    /// Write stacks for speedscope.app
    #[arg(long, value_name = "FILE")]
    speedscope: Option<PathBuf>,
    /// What these stacks count [default: cycles, else CPU time]
    #[arg(long, value_enum, value_name = "METRIC")]
    metric: Option<Counted>,
    #[arg(long, value_name = "RUNS", value_parser = runs, help = RUNS)]
    runs: Option<Of>,
    /// Which part of the program these stacks are of
    #[arg(long, value_enum, value_name = "PART", default_value_t = Shown::All)]
    part: Shown,
}

/// What can be counted by stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Counted {
    Cycles,
    Instructions,
    CacheMisses,
    CpuTime,
    WallTime,
    LockTime,
    Bytecodes,
    SimulatedTime,
    SimulatedMisses,
    SimulatedSecondMisses,
    SimulatedThirdMisses,
    SimulatedFourthMisses,
    SimulatedLockTime,
    SimulatedWallTime,
}

/// A part of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shown {
    All,
    /// What is in no region
    Sequential,
    /// What is in a region
    Parallel,
}

/// The runs of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Sequential,
    Parallel(u32),
}

fn runs(text: &str) -> Result<Of, String> {
    match text {
        "sequential" => Ok(Of::Sequential),
        number => {
            number.parse().map(Of::Parallel).map_err(|_| "neither `sequential` nor a number of threads".to_owned())
        }
    }
}

impl From<Counted> for Metric {
    fn from(counted: Counted) -> Self {
        match counted {
            Counted::Cycles => Metric::Cycles,
            Counted::Instructions => Metric::Instructions,
            Counted::CacheMisses => Metric::CacheMisses,
            Counted::CpuTime => Metric::CpuTime,
            Counted::WallTime => Metric::WallTime,
            Counted::LockTime => Metric::LockTime,
            Counted::Bytecodes => Metric::Bytecodes,
            Counted::SimulatedTime => Metric::SimulatedTime,
            Counted::SimulatedMisses => Metric::SimulatedMisses,
            Counted::SimulatedSecondMisses => Metric::SimulatedSecondMisses,
            Counted::SimulatedThirdMisses => Metric::SimulatedThirdMisses,
            Counted::SimulatedFourthMisses => Metric::SimulatedFourthMisses,
            Counted::SimulatedLockTime => Metric::SimulatedLockTime,
            Counted::SimulatedWallTime => Metric::SimulatedWallTime,
        }
    }
}

impl Exports {
    /// The files that are written.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.collapsed.iter().chain(&self.speedscope)
    }

    /// Writes them.
    pub(super) fn write(&self, measurements: &Measurements, settings: &Settings) -> Result<(), Failure> {
        if self.files().next().is_none() {
            return Ok(());
        }
        let selection = self.selection(measurements)?;
        let title = format!("{}, {}", measurements.parallel, name(selection.metric));
        let forms = [(&self.collapsed, Form::Collapsed), (&self.speedscope, Form::Speedscope(&title))];
        for (file, form) in forms {
            if let Some(file) = file {
                let text = exported(measurements, settings, &selection, form)?;
                outputs::write(file, |out| out.write_all(text.as_bytes()))?;
            }
        }
        Ok(())
    }

    /// What is selected must have been measured.
    fn selection(&self, measurements: &Measurements) -> Result<Selection, Failure> {
        let has = |metric: Metric| measurements.runs.iter().any(|run| run.metric == metric);
        let usual = if has(Metric::Cycles) { Metric::Cycles } else { Metric::CpuTime };
        let metric = self.metric.map_or(usual, Metric::from);
        let parallel = measurements.runs.iter().filter(|run| run.version == Version::Parallel);
        let most = parallel.map(|run| run.threads).max().unwrap_or(1);
        let (version, threads) = match self.runs.unwrap_or(Of::Parallel(most)) {
            Of::Sequential => (Version::Sequential, 1),
            Of::Parallel(threads) => (Version::Parallel, threads),
        };
        let is_selected = |run: &Run| (run.version, run.threads, run.metric) == (version, threads, metric);
        if !measurements.runs.iter().any(is_selected) {
            let which = match version {
                Version::Sequential => "the sequential version".to_owned(),
                Version::Parallel => format!("{threads} threads"),
            };
            return Err(Failure::input(format!("there are no stacks: {} of {which} was not measured", name(metric))));
        }
        let part = match self.part {
            Shown::All => PartSelection::All,
            Shown::Sequential => PartSelection::Sequential,
            Shown::Parallel => PartSelection::Parallel,
        };
        Ok(Selection { version, threads, metric, part, of: ThreadSelection::All })
    }
}
