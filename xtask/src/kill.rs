//! Kills traced programs at random times. The trace must hold what each thread did up to 100 ms before, or all but one buffer
//! of it, and say that it is incomplete.

mod notes;
mod victim;

use anyhow::{Context, Result, bail};
use std::num::NonZero;
use std::path::PathBuf;
use std::thread::{available_parallelism, scope};
use std::time::Duration;
use victim::{Killed, Outcome, Victim};

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
    let at_once = available_parallelism().map_or(1, NonZero::get);
    let runs: Vec<u32> = (0..options.runs).collect();
    for batch in runs.chunks(at_once) {
        // Nothing else runs while programs are killed; what they leave is judged together.
        let mut killed = Vec::new();
        for &run in batch {
            let ready = run % 4 != 0;
            let after = Duration::from_millis(next(&mut random) % if ready { LATEST } else { LATEST_OF_EARLY });
            let told = format!("run {run}, killed after {} ms", after.as_millis());
            killed.push((victim.kill(ready, after).with_context(|| told.clone())?, told));
        }
        outcomes.extend(judged(&killed)?);
    }
    println!("{}", summary(&outcomes));
    match outcomes.iter().filter(|outcome| !outcome.excess.is_empty()).count() {
        0 => Ok(()),
        failed => bail!("{failed} of {} kills lost more than 100 ms and more than a buffer", options.runs),
    }
}

/// Judges what several programs have left, each in a thread of its own.
fn judged(killed: &[(Killed, String)]) -> Result<Vec<Outcome>> {
    let outcomes: Vec<Result<Outcome>> = scope(|scope| {
        let judges: Vec<_> = killed.iter().map(|(killed, _)| scope.spawn(|| killed.judge())).collect();
        judges.into_iter().map(|judge| judge.join().unwrap_or_else(|_| bail!("the judge panicked"))).collect()
    });
    let mut found = Vec::new();
    for (outcome, (_, told)) in outcomes.into_iter().zip(killed) {
        let outcome = outcome.with_context(|| told.clone())?;
        outcome.excess.iter().for_each(|excess| println!("{told}: {excess}"));
        found.push(outcome);
    }
    Ok(found)
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
    fn twenty_kills() -> Result<()> {
        run(&Options { runs: 20, seed: 1, java: "java".into() })
    }
}
