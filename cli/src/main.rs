//! `paratrace`: what in this Java program could run in parallel, and what stops it.

mod backend;
mod child;
mod commands;
mod exit;
mod failure;
mod farm;
mod java;
mod show;
mod signals;
mod stage;
mod terminal;

use clap::{CommandFactory, FromArgMatches, Parser};
use std::process::ExitCode;

/// Rewriting takes and gives back many small pieces of memory; it is faster with this allocator than with glibc's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What in this Java program could run in parallel, what stops it, and what would it bring?
#[derive(Debug, Parser)]
#[command(name = "paratrace", version, after_long_help = exit::HELP, arg_required_else_help = true)]
#[command(after_help = "Start with: paratrace run -- java -jar app.jar")]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    let matches = match Cli::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return usage(&error),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    cli.command.execute()
}

/// Help and version end with 0; a wrong `run` ends as every failure before the program does.
fn usage(error: &clap::Error) -> ExitCode {
    // Nothing can be said where neither output works.
    let _ = error.print();
    let running = std::env::args_os().nth(1).is_some_and(|word| word == "run");
    match error.exit_code() {
        0 => ExitCode::SUCCESS,
        _ if running => ExitCode::from(exit::RUN_FAILED),
        _ => ExitCode::from(exit::USAGE),
    }
}
