//! `cargo xtask compilers`: the test programs by all compilers at hand, for all releases, run by all JDKs at hand.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use paratrace_compilers::{Compiler, Matrix, compilers, java_sources, language_sources, newest_sources};
use paratrace_verifier::Jdk;

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many seeds of random programs: each has one of Java source and one of bytecode
    #[arg(long, default_value_t = 150)]
    seeds: u64,
    /// Only compilers whose name contains this text: javac 25, --release 8, kotlinc …
    #[arg(long)]
    only: Option<String>,
    /// Where programs, classes and traces are kept; a new folder
    #[arg(long, default_value = "target/compilers")]
    dir: PathBuf,
}

/// Runs the check.
///
/// # Errors
/// When a traced program does something else than the plain one, or its trace is not replayed to the end.
pub(crate) fn run(options: &Options) -> Result<()> {
    ensure!(!options.dir.exists(), "{} exists", options.dir.display());
    let mut all = compilers()?;
    all.retain(|compiler| options.only.as_ref().is_none_or(|only| compiler.name.contains(only)));
    let mut wrong = 0;
    for jdk in Jdk::installed()? {
        let feature = jdk.feature()?;
        println!("JDK {feature}:");
        let mut matrix = Matrix::new(&jdk.home().join("bin/java"), &options.dir);
        for compiler in all.iter().filter(|compiler| compiler.release <= feature) {
            check(&mut matrix, compiler, options.seeds)?;
        }
        wrong += matrix.wrong.len();
    }
    remove(&options.dir);
    if wrong > 0 {
        bail!("{wrong} programs are wrong");
    }
    Ok(())
}

fn check(matrix: &mut Matrix, compiler: &Compiler, seeds: u64) -> Result<()> {
    let (compiled, run, wrong) = (matrix.compiled, matrix.run, matrix.wrong.len());
    if compiler.language == "java" {
        for sources in [java_sources(false)?, java_sources(true)?, newest_sources()?] {
            matrix.check(compiler, &sources)?;
        }
        matrix.check_generated(compiler, 0..seeds)?;
    } else {
        matrix.check(compiler, &language_sources(compiler.language)?)?;
    }
    let (compiled, run) = (matrix.compiled - compiled, matrix.run - run);
    println!("  {}: {compiled} programs compiled, {run} new and run", compiler.name);
    matrix.skipped.drain(..).for_each(|line| println!("    not understood by {line}"));
    matrix.wrong[wrong..].iter().for_each(|line| println!("    WRONG {line}"));
    Ok(())
}

fn remove(dir: &Path) {
    if dir.exists() {
        let _ = std::fs::remove_dir_all(dir);
    }
}
