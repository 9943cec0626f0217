//! `cargo xtask exact`: random programs, single-stepped by the JVM and replayed from their traces.

use anyhow::{Context, bail};
use paratrace_exact::threaded::{Threaded, Totals};
use paratrace_exact::{Batch, TracedJdk};
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
    /// The folder of a traced copy of its JDK in the cache (see paratrace jdk): instructions of the JDK are compared, too
    #[arg(long)]
    jdk: Option<PathBuf>,
    /// Programs that use the library instead: collections, streams, strings, boxes, exceptions
    #[arg(long)]
    library: bool,
    /// Release of Java that those programs are for
    #[arg(long, default_value_t = 17, requires = "library")]
    release: u32,
    /// Programs with threads instead: what they print, and all figures of their reports by their definitions
    #[arg(long, conflicts_with = "library")]
    threaded: bool,
    /// Where programs, classes and traces are kept; a new folder
    #[arg(long, default_value = "target/exact")]
    dir: PathBuf,
}

/// Runs the check.
///
/// # Errors
/// When a replay differs from what the JVM did, or a traced program from its original.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let jdk = options.jdk.as_deref().map(|directory| TracedJdk::new(directory, &options.java));
    if options.threaded {
        return run_threaded(options, jdk.as_ref());
    }
    let (mut programs, mut instructions, mut differences) = (0, 0, 0);
    let of_a_seed = if options.library { 1 } else { 2 };
    let last = options.seed + options.programs.div_ceil(of_a_seed);
    let mut seed = options.seed;
    while seed < last {
        let seeds = seed..last.min(seed + options.batch);
        seed = seeds.end;
        let dir = options.dir.join(seeds.start.to_string());
        if dir.exists() {
            bail!("{} exists", dir.display());
        }
        let batch = if options.library {
            Batch::of_library(&dir, seeds, options.release)?
        } else {
            Batch::random(&dir, seeds)?
        };
        let outcome = match &jdk {
            Some(jdk) => batch.run_on(jdk)?,
            None => batch.run(&options.java)?,
        };
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

/// Runs programs with threads.
fn run_threaded(options: &Options, jdk: Option<&TracedJdk>) -> anyhow::Result<()> {
    let mut totals = Totals::default();
    let last = options.seed + options.programs;
    let mut seed = options.seed;
    while seed < last {
        let seeds = seed..last.min(seed + options.batch);
        seed = seeds.end;
        let dir = options.dir.join(format!("threaded-{}", seeds.start));
        if dir.exists() {
            bail!("{} exists", dir.display());
        }
        let found = Threaded::new(&dir, seeds)?.run(&options.java, jdk)?;
        found.differences.iter().for_each(|line| println!("{line}"));
        if found.differences.is_empty() {
            std::fs::remove_dir_all(&dir).with_context(|| dir.display().to_string())?;
        }
        totals.join(found);
        let Totals { programs, traces, nodes, most, across, handovers, differences } = &totals;
        println!(
            "{programs} programs, {traces} traces, {nodes} instructions (at most {most}), {across} critical paths across threads, \
             {handovers} values handed over, {} differences",
            differences.len()
        );
    }
    if !totals.differences.is_empty() {
        bail!("{} differences; programs and traces are in {}", totals.differences.len(), options.dir.display());
    }
    Ok(())
}
