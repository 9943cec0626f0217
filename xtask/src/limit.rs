//! `cargo xtask limit`: what small loops take behind the limit of a trace, as a multiple of what they take without tracing.

use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::scaling::median;

/// A program that prints the name and time of each of its loops.
const LOOPS: &str = "xtask/src/limit/Loops.java";

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How often the program runs plain, and traced in both modes, in turn
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// How often the program repeats each loop: the limit is reached long before half of that
    #[arg(long, default_value_t = 60)]
    repeated: usize,
    /// The most that the median ratio of any loop may be
    #[arg(long, default_value_t = 2.0)]
    tolerance: f64,
    /// The java command
    #[arg(long, default_value = "java")]
    java: PathBuf,
    /// The paratrace command
    #[arg(long, default_value = "target/release/paratrace")]
    paratrace: PathBuf,
}

/// A loop, and how long it took in milliseconds.
#[derive(Debug, PartialEq)]
struct Timed {
    name: String,
    took: f64,
}

/// Runs the program plain and traced in turn, and compares.
///
/// # Errors
/// When a loop takes longer than tolerated.
pub(crate) fn run(options: &Options) -> Result<()> {
    let dir = tempfile::tempdir()?;
    let classes = dir.path().join("classes");
    let compiled = Command::new("javac").args(["-g", "-d"]).arg(&classes).arg(LOOPS).status()?;
    ensure!(compiled.success(), "javac failed");
    let mut rounds = Vec::new();
    for _ in 0..options.rounds {
        let plain = times(Command::new(&options.java).arg("-cp").arg(&classes), options)?;
        let modes = [false, true].map(|app_only| traced(options, &classes, &dir.path().join("trace"), app_only));
        let [traced_jdk, app_only] = modes;
        rounds.push([plain, traced_jdk?, app_only?]);
    }
    println!("{:12} {:>12} {:>12}", "loop", "traced JDK", "--app-only");
    let mut worst: f64 = 0.0;
    for (at, timed) in rounds[0][0].iter().enumerate() {
        let ratio = |mode: usize| ratio(&rounds, at, mode);
        println!("{:12} {:11.2}× {:11.2}×", timed.name, ratio(1), ratio(2));
        worst = worst.max(ratio(1)).max(ratio(2));
    }
    ensure!(worst <= options.tolerance, "a loop takes more than {} times as long", options.tolerance);
    Ok(())
}

fn traced(options: &Options, classes: &Path, trace: &Path, app_only: bool) -> Result<Vec<Timed>> {
    let mut run = Command::new(&options.paratrace);
    run.args(["run", "--no-distances", "--max-size", "3M", "--out"]).arg(trace);
    if app_only {
        run.arg("--app-only");
    }
    let found = times(run.arg("--").arg(&options.java).arg("-cp").arg(classes), options)?;
    fs::remove_dir_all(trace)?;
    Ok(found)
}

/// The times that the program prints before its result, and before what a report says. The status says that a trace lacks something.
fn times(command: &mut Command, options: &Options) -> Result<Vec<Timed>> {
    let output = command.args(["Loops", &options.repeated.to_string()]).output().context("java")?;
    let text = String::from_utf8(output.stdout)?;
    let printed = text.split_once("result ").map(|(printed, _)| printed);
    let printed = printed.with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    printed.lines().map(timed).collect()
}

fn timed(line: &str) -> Result<Timed> {
    let (name, took) = line.split_once(' ').with_context(|| format!("no time: {line}"))?;
    Ok(Timed { name: name.to_owned(), took: took.parse()? })
}

/// Returns the median of how many times as long as plain a loop took in a mode.
fn ratio(rounds: &[[Vec<Timed>; 3]], at: usize, mode: usize) -> f64 {
    let mut ratios: Vec<f64> = rounds.iter().map(|modes| modes[mode][at].took / modes[0][at].took).collect();
    median(&mut ratios)
}
