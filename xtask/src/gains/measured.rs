//! Measurements: processor time of the serial and the parallel version.

use super::kernel::Kernel;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// The processor time of the serial version, divided by that along the longest of two threads of the parallel one.
pub(super) fn gain(java: &Path, classes: &Path, kernel: &Kernel, rounds: u32) -> Result<f64> {
    let mut run = Command::new(java);
    let output = run.arg("-cp").arg(classes).args(["Gains", &kernel.name, &rounds.to_string()]).output()?;
    ensure!(output.status.success(), "{}: {}", kernel.name, String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let (serial, parallel) = text.trim().split_once(' ').context("not two times")?;
    Ok(serial.parse::<f64>()? / parallel.parse::<f64>()?)
}
