//! `cargo xtask gains`: programs that two threads share gain what their simulation says.

mod kernel;
mod measured;
mod predicted;

use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

use kernel::kernels;

use crate::scaling::median;

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Parts of the names of the kernels to look at; all of them, if there are none
    kernels: Vec<String>,
    /// Rounds of each kernel, serial and parallel in turn
    #[arg(long, default_value_t = 1000)]
    rounds: u32,
    /// How far the median prediction may be from the measured gain, in per cent
    #[arg(long, default_value_t = 10.0)]
    tolerance: f64,
    /// The java command
    #[arg(long, default_value = "java")]
    java: PathBuf,
}

/// The program that one of the kernels uses: the ray tracer that the README shows.
const USED: [&str; 3] = ["examples/demo/Demo.java", "examples/demo/Scene.java", "examples/demo/Sphere.java"];

/// Predicts, measures, compares.
///
/// # Errors
/// When the median error of the predictions is greater than tolerated.
pub(crate) fn run(options: &Options) -> Result<()> {
    let dir = tempfile::tempdir()?;
    let classes = dir.path().join("classes");
    compile(&classes)?;
    let traced = predicted::instrumented(&classes, dir.path())?;
    println!("{:16} {:>10} {:>10} {:>8}", "kernel", "predicted", "measured", "error");
    let mut errors = Vec::new();
    for kernel in kernels(&options.kernels)? {
        let predicted = predicted::gain(&options.java, &traced, &kernel)?;
        let measured = measured::gain(&options.java, &classes, &kernel, options.rounds)?;
        let error = (predicted / measured - 1.0) * 100.0;
        println!("{:16} {predicted:9.2}× {measured:9.2}× {error:6.1} %", kernel.name);
        errors.push(error.abs());
    }
    let median = median(&mut errors);
    println!("median error {median:.1} %");
    ensure!(median <= options.tolerance, "the median error is greater than {} %", options.tolerance);
    Ok(())
}

fn compile(classes: &Path) -> Result<()> {
    let sources = kernel::sources()?;
    let compiled = Command::new("javac").args(["-g", "-d"]).arg(classes).args(sources).args(USED).status()?;
    ensure!(compiled.success(), "javac failed");
    Ok(())
}
