//! Predictions: what the simulation of the serial version says.

use super::kernel::Kernel;
use anyhow::{Context, Result, ensure};
use paratrace_analyzer::model::{Freed, LadderRung};
use paratrace_analyzer::simulation::{Selection, SimulationOptions, simulate};
use paratrace_instrumenter::{Options, Output, instrument};
use paratrace_traceformat::trace::TraceDir;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The parallel versions use so many threads.
const CORES: u32 = 2;

/// Rewrites the classes, and returns the folder with them.
pub(super) fn instrumented(classes: &Path, dir: &Path) -> Result<PathBuf> {
    let traced = dir.join("traced");
    instrument(&[classes.to_path_buf()], &Output::Directory(traced.clone()), None, &Options::default(), &|_, _| {})?;
    Ok(traced.join("classes"))
}

/// The speed-up of the whole serial version that the simulation of its candidate says.
pub(super) fn gain(java: &Path, classes: &Path, kernel: &Kernel) -> Result<f64> {
    let dir = tempfile::tempdir()?;
    let trace = dir.path().join("trace");
    let mut run = Command::new(java);
    run.env("PARATRACE_DIR", &trace).arg("-cp").arg(classes).args(["Gains", &kernel.name]);
    ensure!(run.output()?.status.success(), "{}: the traced program failed", kernel.name);
    let wanted = SimulationOptions {
        selection: Selection::Named(vec![kernel.candidate.clone()]),
        cores: vec![CORES],
        ladder: 0,
        ..SimulationOptions::default()
    };
    let found = simulate(&TraceDir::open(&trace)?, None, &wanted)?.simulations;
    let rung = found.first().and_then(|one| advised(&one.ladder)).context("not simulated")?;
    Ok(rung.runs.first().context("no run")?.speedup)
}

/// The rung of what the tool advises; without an advice, the one with private copies.
fn advised(ladder: &[LadderRung]) -> Option<&LadderRung> {
    ladder.iter().rev().find(|rung| rung.frees != Freed::Dependence)
}
