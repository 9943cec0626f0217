//! `cargo xtask exact`: random programs, single-stepped by the JVM and replayed from their traces.

use anyhow::{Context, bail};
use paratrace_exact::Batch;
use std::path::PathBuf;

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many programs: half of Java source, half of bytecode
    #[arg(long, default_value_t = 1000)]
    programs: u64,
    /// The first program's seed; the others' follow
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Seeds for each run of a JVM
    #[arg(long, default_value_t = 150)]
    batch: u64,
    /// The java command
    #[arg(long, default_value = "java")]
    java: PathBuf,
    /// Where programs, classes and traces are kept; a new folder
    #[arg(long, default_value = "target/exact")]
    dir: PathBuf,
}

/// Runs the check.
///
/// # Errors
/// When a replay differs from what the JVM did, or a traced program from its original.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let (mut programs, mut instructions, mut differences) = (0, 0, 0);
    let last = options.seed + options.programs.div_ceil(2);
    let mut seed = options.seed;
    while seed < last {
        let seeds = seed..last.min(seed + options.batch);
        seed = seeds.end;
        let dir = options.dir.join(seeds.start.to_string());
        if dir.exists() {
            bail!("{} exists", dir.display());
        }
        let outcome = Batch::random(&dir, seeds)?.run(&options.java)?;
        programs += outcome.programs;
        instructions += outcome.comparison.instructions;
        let found = outcome.differences();
        differences += found.len();
        found.iter().for_each(|line| println!("{line}"));
        println!("{programs} programs, {instructions} instructions compared, {differences} differences");
        if found.is_empty() {
            std::fs::remove_dir_all(&dir).with_context(|| dir.display().to_string())?;
        }
    }
    if differences > 0 {
        bail!("{differences} differences; programs and traces are in {}", options.dir.display());
    }
    Ok(())
}
