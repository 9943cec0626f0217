//! Executions: versions run again and again.

use std::process::Command;

use anyhow::{Context, Result};

use crate::java::{run, sources};
use crate::{Advised, Version};

/// What the rounds of a version were like.
#[derive(Debug, PartialEq, Eq)]
pub struct Execution {
    /// Name of the class.
    pub class: String,
    /// The number of rounds whose result was not that of the serial version.
    pub differing: u32,
    /// The first difference.
    pub first: String,
}

/// Compiles versions, and runs them all in one JVM on four threads, each so many rounds.
///
/// # Errors
/// The compiler fails, or the runner does.
pub fn execute(versions: &[Version], advised: Advised, rounds: u32) -> Result<Vec<Execution>> {
    let classes = tempfile::tempdir()?;
    let sources = [sources("executed")?, sources(advised.folder())?].concat();
    run(Command::new("javac").args(["-J-XX:TieredStopAtLevel=1", "-nowarn", "-d"]).arg(classes.path()).args(sources))?;
    // The calling thread is the fourth one.
    let mut java = Command::new("java");
    java.arg("-Djava.util.concurrent.ForkJoinPool.common.parallelism=3").arg("-cp").arg(classes.path());
    java.arg("executed.Runner").arg(rounds.to_string()).args(versions.iter().map(|version| &version.class));
    run(&mut java)?.lines().map(read).collect()
}

fn read(line: &str) -> Result<Execution> {
    let mut words = line.splitn(3, ' ');
    let mut next = || words.next().with_context(|| line.to_owned());
    Ok(Execution { class: next()?.to_owned(), differing: next()?.parse()?, first: next()?.to_owned() })
}
