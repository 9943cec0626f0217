//! `cargo xtask gains`: loops that were made parallel by hand gain what their simulation says.

use anyhow::{Context, Result, bail, ensure};
use paratrace_analyzer::model::{Freed, Simulation};
use paratrace_analyzer::simulation::{Name, Selection, SimulationOptions, simulate};
use paratrace_instrumenter::{Output, instrument};
use paratrace_traceformat::trace::TraceDir;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Rounds of each loop, serial and parallel in turn
    #[arg(long, default_value_t = 200)]
    rounds: u32,
    /// How far a measured gain may be from the simulated one, in per cent
    #[arg(long, default_value_t = 25.0)]
    tolerance: f64,
    /// The java command
    #[arg(long, default_value = "java")]
    java: PathBuf,
}

const SOURCE: &str = "examples/parallel/Gains.java";
/// The program that it uses: the ray tracer that the README shows.
const USED: [&str; 3] = ["examples/demo/Demo.java", "examples/demo/Scene.java", "examples/demo/Sphere.java"];
/// The programs use so many threads.
const CORES: u32 = 2;

/// Simulates, measures, compares.
///
/// # Errors
/// When a loop gains another amount than its simulation says; on a machine that has other work this tells nothing.
pub(crate) fn run(options: &Options) -> Result<()> {
    let dir = tempfile::tempdir()?;
    let classes = dir.path().join("classes");
    let compiled = Command::new("javac").args(["-g", "-d"]).arg(&classes).arg(SOURCE).args(USED).status()?;
    ensure!(compiled.success(), "javac failed");
    let simulated = simulated(options, dir.path(), &classes)?;
    let measured = measured(options, &classes)?;
    println!("{:12} {:>10} {:>10} {:>8}", "loop", "simulated", "measured", "differs");
    let mut wrong = 0;
    for (name, expected) in &simulated {
        let found = measured.iter().find(|(known, _)| known == name).with_context(|| format!("{name} was not run"))?.1;
        let difference = (found / expected - 1.0) * 100.0;
        println!("{name:12} {expected:9.2}× {found:9.2}× {difference:6.1} %");
        wrong += u32::from(difference.abs() > options.tolerance);
    }
    match wrong {
        0 => Ok(()),
        _ => bail!("{wrong} of {} loops gain another amount", simulated.len()),
    }
}

/// Names of the loops, with the speed-ups that simulations say.
fn simulated(options: &Options, dir: &Path, classes: &Path) -> Result<Vec<(String, f64)>> {
    let traced = Output::Directory(dir.join("traced"));
    instrument(&[classes.to_path_buf()], &traced, None, &paratrace_instrumenter::Options::default(), &|_, _| {})?;
    let trace = dir.join("trace");
    let mut java = Command::new(&options.java);
    java.env("PARATRACE_DIR", &trace).arg("-cp").arg(dir.join("traced/classes")).arg("Gains");
    ensure!(java.output()?.status.success(), "the traced program failed");
    let source = std::fs::read_to_string(SOURCE)?;
    let lines = source.lines().zip(1..);
    let loops: Vec<(String, i32)> =
        lines.filter_map(|(text, line)| Some((text.split_once("// candidate: ")?.1.to_owned(), line))).collect();
    let name = |&(_, line): &(String, i32)| Name::Loop { file: "Gains.java".to_owned(), line };
    let wanted = SimulationOptions {
        selection: Selection::Named(loops.iter().map(name).collect()),
        cores: vec![CORES],
        ladder: 0,
        ..SimulationOptions::default()
    };
    let found = simulate(&TraceDir::open(&trace)?, None, &wanted)?.simulations;
    loops.into_iter().map(|(name, line)| Ok((name, speedup(&found, line)?))).collect()
}

/// With private copies: what the program by hand has.
fn speedup(found: &[Simulation], line: i32) -> Result<f64> {
    let one = found.iter().find(|one| one.line == line).context("not simulated")?;
    let rung = one.ladder.iter().find(|rung| rung.frees == Freed::PrivateCopies).context("no such rung")?;
    Ok(rung.runs.first().context("no run")?.local_speedup)
}

/// Names of the loops, with the speed-ups that they have.
fn measured(options: &Options, classes: &Path) -> Result<Vec<(String, f64)>> {
    let rounds = options.rounds.to_string();
    let output = Command::new(&options.java).arg("-cp").arg(classes).args(["Gains", &rounds]).output()?;
    ensure!(output.status.success(), "the program failed");
    let text = String::from_utf8(output.stdout)?;
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, one, two] = words[..] else { bail!("{line}: not a name and two times") };
        Ok((name.to_owned(), one.parse::<f64>()? / two.parse::<f64>()?))
    };
    text.lines().map(line).collect()
}
