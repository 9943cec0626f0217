//! Runs all tests, several test programs at a time: some wait for JVMs, some have one long test, and `cargo test` runs one after the other.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use rayon::ThreadPoolBuilder;
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde::Deserialize;

/// Test programs that take long, the longest first: who begins them last waits for them at the end.
const LONGEST: [&str; 12] = [
    "jdk",
    "exact_jdk",
    "patterns",
    "commands",
    "start",
    "programs",
    "brute_force",
    "generated",
    "virtual_threads",
    "scale_traces",
    "bounded",
    "recompiled",
];

/// Number of programs that are listed at the end.
const SLOWEST: usize = 10;

#[derive(Args)]
pub(crate) struct Options {
    /// Test programs that run at a time [default: as many as there are processors]
    #[arg(long)]
    at_once: Option<usize>,
}

/// What Cargo says of something that it has built.
#[derive(Deserialize)]
struct Message {
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

struct TestProgram {
    name: String,
    executable: PathBuf,
    package: PathBuf,
}

impl TestProgram {
    /// Takes the test program that a message tells of; none if it tells of something else.
    fn told_by(message: Message) -> Option<Self> {
        if !message.profile?.test {
            return None;
        }
        let package = message.manifest_path?.parent()?.to_owned();
        Some(Self { name: message.target?.name, executable: message.executable?, package })
    }

    fn place(&self) -> usize {
        LONGEST.iter().position(|&name| name == self.name).unwrap_or(LONGEST.len())
    }

    /// As Cargo does, in the folder of its package.
    fn run(&self) -> Result<Output> {
        let output = Command::new(&self.executable).current_dir(&self.package).stdin(Stdio::null()).output();
        output.with_context(|| format!("cannot run {}", self.executable.display()))
    }
}

/// What is left of a test program.
struct Ended {
    name: String,
    took: Duration,
    succeeded: bool,
}

/// # Errors
/// Fails if a test does, or if the tests cannot be built.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut programs = built()?;
    programs.sort_by_key(TestProgram::place);
    let at_once = options.at_once.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let mut ended = run_all(programs, at_once)?;
    let examples = cargo().args(["test", "--workspace", "--locked", "--no-fail-fast", "--doc"]).status()?;
    ended.sort_by_key(|program| std::cmp::Reverse(program.took));
    println!("\n== the slowest of {} test programs", ended.len());
    ended.iter().take(SLOWEST).for_each(|program| println!("{:8.1} s  {}", program.took.as_secs_f64(), program.name));
    let failed: Vec<&str> =
        ended.iter().filter(|program| !program.succeeded).map(|program| program.name.as_str()).collect();
    ensure!(failed.is_empty(), "{} test programs failed: {}", failed.len(), failed.join(", "));
    ensure!(examples.success(), "examples in the documentation failed");
    Ok(())
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Builds all test programs.
fn built() -> Result<Vec<TestProgram>> {
    let mut build = cargo();
    build.args(["test", "--workspace", "--locked", "--no-run", "--message-format=json-render-diagnostics"]);
    let output = build.stderr(Stdio::inherit()).output().context("cannot run cargo")?;
    ensure!(output.status.success(), "the tests do not compile");
    let messages = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let messages: Vec<Message> = messages.map(serde_json::from_slice).collect::<Result<_, _>>()?;
    let programs: Vec<TestProgram> = messages.into_iter().filter_map(TestProgram::told_by).collect();
    if programs.is_empty() {
        bail!("cargo has built no tests");
    }
    Ok(programs)
}

/// Runs all of them in their order, so many at once, and shows what each has printed when it ends.
fn run_all(programs: Vec<TestProgram>, at_once: usize) -> Result<Vec<Ended>> {
    let workers = ThreadPoolBuilder::new().num_threads(at_once.max(1)).build()?;
    // Not as a list: its second half would begin beside the first one.
    workers.install(|| programs.into_iter().par_bridge().map(run_one).collect())
}

fn run_one(program: TestProgram) -> Result<Ended> {
    let begun = Instant::now();
    let output = program.run()?;
    let took = begun.elapsed();
    show(&program, &output);
    Ok(Ended { name: program.name, took, succeeded: output.status.success() })
}

/// The lock keeps the lines of one program together.
fn show(program: &TestProgram, output: &Output) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "\n     Running {} ({})", program.name, program.executable.display());
    let _ = out.write_all(&output.stdout).and_then(|()| out.write_all(&output.stderr));
}
