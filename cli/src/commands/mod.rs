//! One file per subcommand: its options and `run`.

mod analyze;
mod cache;
mod communication;
mod cost;
mod critical_path;
mod diff;
mod dump;
mod estimate;
mod explain;
mod info;
mod instrument;
mod jdk;
mod merge;
mod run;
mod scale;
#[cfg(test)]
mod schemas;
mod shared;
mod simulate;
mod verify;
mod why;

use crate::exit::{self, Outcome};
use crate::failure::Failure;
use clap::Subcommand;
use std::process::ExitCode;

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(run::Options),
    Instrument(instrument::Options),
    Analyze(analyze::Options),
    CriticalPath(critical_path::Options),
    Why(why::Options),
    Communication(communication::Options),
    Shared(shared::Options),
    Cost(cost::Options),
    Simulate(simulate::Options),
    Diff(diff::Options),
    Merge(merge::Options),
    Scale(scale::Options),
    Estimate(estimate::Options),
    Explain(explain::Options),
    Dump(dump::Options),
    Info(info::Options),
    Verify(verify::Options),
    Jdk(jdk::Options),
    Cache(cache::Options),
}

impl Command {
    pub(crate) fn execute(self) -> ExitCode {
        match self {
            Command::Run(options) => run::run(&options),
            Command::Instrument(options) => status(instrument::run(&options)),
            Command::Analyze(options) => shown(analyze::run(&options)),
            Command::CriticalPath(options) => shown(critical_path::run(&options)),
            Command::Why(options) => shown(why::run(&options)),
            Command::Communication(options) => shown(communication::run(&options)),
            Command::Shared(options) => shown(shared::run(&options)),
            Command::Cost(options) => shown(cost::run(&options)),
            Command::Simulate(options) => shown(simulate::run(&options)),
            Command::Diff(options) => shown(diff::run(&options)),
            Command::Merge(options) => shown(merge::run(&options)),
            Command::Scale(options) => status(scale::run(&options)),
            Command::Estimate(options) => status(estimate::run(&options)),
            Command::Explain(options) => status(explain::run(&options)),
            Command::Dump(options) => status(dump::run(&options)),
            Command::Info(options) => status(info::run(&options)),
            Command::Verify(options) => status(verify::run(&options)),
            Command::Jdk(options) => status(jdk::run(&options)),
            Command::Cache(options) => status(cache::run(&options)),
        }
    }
}

/// The status of a command that shows what it found in a trace.
fn shown(result: Result<Outcome, Failure>) -> ExitCode {
    match result {
        Ok(outcome) => ExitCode::from(outcome.status()),
        Err(failure) => status(Err(failure)),
    }
}

fn status(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::from(exit::OK),
        Err(failure) => {
            failure.print();
            ExitCode::from(failure.exit_status())
        }
    }
}
