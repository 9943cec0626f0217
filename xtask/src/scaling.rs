//! `cargo xtask scaling`: programs with threads are as much faster on two cores as the replay of their threads says.

use anyhow::{Context, Result, ensure};
use paratrace_analyzer::model::Simulations;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs whose main method has threads, and takes how much work there is.
const FOLDER: &str = "tests/programs/threaded";

/// What is no program of its own there.
const HELPERS: [&str; 2] = ["Work", "Timed"];

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Parts of the names of the programs to look at; all of them, if there are none
    programs: Vec<String>,
    /// How often each program runs on one core and on two, in turn
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Work of the programs that are measured: twenty million take a second or less
    #[arg(long, default_value_t = 20_000_000)]
    size: u32,
    /// Work of the programs that are traced
    #[arg(long, default_value_t = 10_000)]
    traced_size: u32,
    /// Leave the JDK untraced
    #[arg(long)]
    app_only: bool,
    /// How far the median prediction may be from the measured speed-up, in per cent
    #[arg(long, default_value_t = 15.0)]
    tolerance: f64,
    /// The java command
    #[arg(long, default_value = "java")]
    java: PathBuf,
    /// The paratrace command
    #[arg(long, default_value = "target/release/paratrace")]
    paratrace: PathBuf,
}

/// Predicts, measures, compares.
///
/// # Errors
/// When the median error of the predictions is greater than tolerated.
pub(crate) fn run(options: &Options) -> Result<()> {
    let dir = tempfile::tempdir()?;
    let classes = dir.path().join("classes");
    let programs = compile(&classes, &options.programs)?;
    println!("{:16} {:>10} {:>10} {:>8}", "program", "predicted", "measured", "error");
    let mut errors = Vec::new();
    for program in &programs {
        let predicted = predicted(options, &classes, program, &dir.path().join(program))?;
        let measured = measured(options, &classes, program)?;
        let error = (predicted / measured - 1.0) * 100.0;
        println!("{program:16} {predicted:9.2}× {measured:9.2}× {error:6.1} %");
        errors.push(error.abs());
    }
    let median = median(&mut errors);
    println!("median error {median:.1} %");
    ensure!(median <= options.tolerance, "the median error is greater than {} %", options.tolerance);
    Ok(())
}

/// Compiles all programs, and returns the names of those whose names contain one of the words.
fn compile(classes: &Path, words: &[String]) -> Result<Vec<String>> {
    let entries = fs::read_dir(FOLDER).context(FOLDER)?;
    let mut sources = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    sources.sort();
    let compiled = Command::new("javac").args(["-g", "-d"]).arg(classes).args(&sources).status()?;
    ensure!(compiled.success(), "javac failed");
    let names = sources.iter().filter_map(|source| Some(source.file_stem()?.to_str()?.to_owned()));
    let mut names: Vec<String> = names.filter(|name| !HELPERS.contains(&name.as_str())).collect();
    names.retain(|name| words.is_empty() || words.iter().any(|word| name.contains(word)));
    ensure!(!names.is_empty(), "no program has such a name");
    Ok(names)
}

/// The speed-up on two cores, from a trace.
fn predicted(options: &Options, classes: &Path, program: &str, trace: &Path) -> Result<f64> {
    let mut run = Command::new(&options.paratrace);
    run.args(["run", "--no-distances", "--out"]).arg(trace).args(options.app_only.then_some("--app-only"));
    run.arg("--").arg(&options.java).arg("-cp").arg(classes).arg(program).arg(options.traced_size.to_string());
    let output = run.output().with_context(|| options.paratrace.display().to_string())?;
    ensure!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    let mut simulate = Command::new(&options.paratrace);
    simulate.arg("simulate").arg(trace).args(["--cores", "2", "--ladder", "0", "--json", "-"]);
    let output = simulate.output()?;
    ensure!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    let found: Simulations = serde_json::from_slice(&output.stdout)?;
    // One thread alone is as fast on two cores.
    let Some(threads) = found.threads else { return Ok(1.0) };
    let run = threads.runs.iter().find(|run| run.cores == Some(2));
    Ok(run.with_context(|| format!("{program}: not replayed"))?.speedup)
}

/// The median time on one core, divided by that on two.
fn measured(options: &Options, classes: &Path, program: &str) -> Result<f64> {
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..options.rounds {
        one.push(time(options, classes, program, "0")?);
        two.push(time(options, classes, program, "0,1")?);
    }
    Ok(median(&mut one) / median(&mut two))
}

fn time(options: &Options, classes: &Path, program: &str, cores: &str) -> Result<f64> {
    let mut run = Command::new("taskset");
    run.args(["-c", cores]).arg(&options.java).arg("-cp").arg(classes);
    let output = run.args(["Timed", program, &options.size.to_string()]).output().context("taskset")?;
    ensure!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let took = text.lines().find_map(|line| line.strip_prefix("took "));
    Ok(took.context("no time")?.parse()?)
}

/// Returns the number in the middle, 0 if there is none.
pub(crate) fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}
