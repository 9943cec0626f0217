//! Kills traced programs at random times. The trace must hold what each thread did up to 100 ms before, or all but one buffer
//! of it, and say that it is incomplete.

mod notes;
mod victim;

use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::time::Duration;
use victim::{Outcome, Victim};

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many programs are killed
    #[arg(long, default_value_t = 1_000)]
    runs: u32,
    /// Beginning of the sequence of random times
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The java to run
    #[arg(long, default_value = "java")]
    java: PathBuf,
}

/// Milliseconds at which the latest program is killed after its threads started.
const LATEST: u64 = 400;
/// The same of every fourth program, after its JVM started: while the trace begins.
const LATEST_OF_EARLY: u64 = 1_000;

/// Kills and counts.
///
/// # Errors
/// When a trace lacks more than it may, or does not say that it is incomplete.
pub(crate) fn run(options: &Options) -> Result<()> {
    let victim = Victim::prepare(&options.java)?;
    let mut random = options.seed;
    let mut outcomes = Vec::new();
    for run in 0..options.runs {
        let ready = run % 4 != 0;
        let after = Duration::from_millis(next(&mut random) % if ready { LATEST } else { LATEST_OF_EARLY });
        let outcome =
            victim.kill(ready, after).with_context(|| format!("run {run}, killed after {} ms", after.as_millis()))?;
        for excess in &outcome.excess {
            println!("run {run}, killed after {} ms: {excess}", after.as_millis());
        }
        outcomes.push(outcome);
    }
    println!("{}", summary(&outcomes));
    match outcomes.iter().filter(|outcome| !outcome.excess.is_empty()).count() {
        0 => Ok(()),
        failed => bail!("{failed} of {} kills lost more than 100 ms and more than a buffer", options.runs),
    }
}

/// Xorshift (Marsaglia 2003).
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn summary(outcomes: &[Outcome]) -> String {
    let threads = |select: fn(&Outcome) -> usize| outcomes.iter().map(select).sum::<usize>();
    format!(
        "{} kills, {} with a trace; of {} threads with steps, {} are there up to 100 ms before, {} up to one buffer, \
         {} lack more",
        outcomes.len(),
        outcomes.iter().filter(|outcome| outcome.traced).count(),
        threads(|outcome| outcome.in_time + outcome.one_buffer + outcome.excess.len()),
        threads(|outcome| outcome.in_time),
        threads(|outcome| outcome.one_buffer),
        threads(|outcome| outcome.excess.len()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifty_kills() -> Result<()> {
        run(&Options { runs: 50, seed: 1, java: "java".into() })
    }
}
