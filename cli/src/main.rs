//! `paratrace`: what in this Java program could run in parallel, and what stops it.

mod backend;
mod cache;
mod child;
mod commands;
mod cores;
mod exit;
mod failure;
mod farm;
mod guesses;
mod java;
mod jdk;
mod jdk_layout;
mod launcher;
mod memory;
mod outputs;
mod ownership;
mod profiling;
mod program;
mod room;
mod search_path;
mod show;
mod signals;
mod size;
mod stage;
mod started;
mod terminal;

use clap::error::ContextValue;
use clap::{CommandFactory, FromArgMatches, Parser};
use paratrace_traceformat::plain::line;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: memory::Memory = memory::Memory;

/// What in this Java program could run in parallel, what stops it, and what would it bring?
#[derive(Debug, Parser)]
#[command(name = "paratrace", version, after_long_help = exit::HELP, arg_required_else_help = true)]
#[command(after_help = "Start with: paratrace run java -jar app.jar")]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    if let Some(status) = launcher::invoked() {
        return status;
    }
    let matches = match Cli::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return usage(error),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return usage(error),
    };
    cli.command.execute()
}

/// Help and version end with 0; a wrong `run` ends as every failure before the program does.
fn usage(mut error: clap::Error) -> ExitCode {
    guesses::suggest(&mut error);
    let running = std::env::args_os().nth(1).is_some_and(|word| word == "run");
    if error.use_stderr() {
        terminal::tell(&lined(error).render().to_string());
    } else {
        // An error of standard output itself cannot be reported there.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    ExitCode::from(if running { exit::RUN_FAILED } else { exit::USAGE })
}

/// The words of the command line that an error repeats stay in their line.
fn lined(mut error: clap::Error) -> clap::Error {
    let words = |value: &ContextValue| match value {
        ContextValue::String(word) => Some(ContextValue::String(line(word).into_owned())),
        ContextValue::Strings(words) => {
            Some(ContextValue::Strings(words.iter().map(|word| line(word).into_owned()).collect()))
        }
        ContextValue::StyledStrs(tips) => {
            Some(ContextValue::StyledStrs(tips.iter().map(|tip| line(&tip.to_string()).into_owned().into()).collect()))
        }
        _ => None,
    };
    let shown: Vec<_> = error.context().filter_map(|(kind, value)| Some((kind, words(value)?))).collect();
    for (kind, value) in shown {
        error.insert(kind, value);
    }
    error
}
