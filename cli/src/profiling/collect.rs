//! All runs, one after the other.

use super::line::Line;
use super::machine::machine;
use super::measure::{Measured, measure};
use super::metric;
use super::plan::{self, Step, steps};
use super::platform;
use super::profiler::Profiler;
use crate::backend;
use crate::failure::{Failure, Kind};
use crate::ownership::temporary_directory;
use crate::signals::Signals;
use crate::terminal::{Progress, tell};
use paratrace_cost::Platform;
use paratrace_scaling::measurements::{
    MEASUREMENTS_SCHEMA, Measurements, Metric, Missing, RegionPattern, Run, Version,
};
use paratrace_scaling::profiles::Tables;
use paratrace_traceformat::plain::line;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What is to be measured.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) sequential: Line,
    pub(crate) parallel: Line,
    /// Numbers of threads of the parallel version.
    pub(crate) threads: Vec<u32>,
    pub(crate) iterations: u32,
    pub(crate) regions: Vec<RegionPattern>,
    pub(crate) profiler: Profiler,
    pub(crate) traced: Traced,
    /// Whether to record when samples are taken.
    pub(crate) times: bool,
    /// What traced runs are simulated on.
    pub(crate) platform: Platform,
}

/// Whether each version runs once more, traced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Traced {
    Never,
    /// If there is no hardware counter for instructions, and the program is short: executed bytecodes stand for them.
    InPlace,
    Always,
}

/// Longer programs are only traced if that is asked for: reading a trace may take many times as long as the program.
const SHORT: Duration = Duration::from_secs(5);

/// Measures. `keep` gets all measurements so far after each iteration: what was measured is not lost if somebody ends us.
pub(crate) fn collect(
    wanted: &Wanted,
    keep: &mut dyn FnMut(&Measurements) -> Result<(), Failure>,
) -> Result<Measurements, Failure> {
    let mut collector = Collector::new(wanted)?;
    let steps: Vec<Step> = steps(&wanted.threads, wanted.iterations, &metric::ALL)
        .into_iter()
        .chain(plan::traced(&wanted.threads, wanted.iterations))
        .collect();
    let mut iteration = 0;
    let first_traced = steps.iter().position(|step| step.metric == Metric::Bytecodes);
    for (number, &step) in steps.iter().enumerate() {
        if step.iteration > iteration {
            iteration = step.iteration;
            keep(collector.so_far())?;
        }
        if first_traced == Some(number) {
            collector.refuse_long();
        }
        if !collector.leaves_out(step.metric) {
            let left = steps[number..].iter().filter(|left| !collector.leaves_out(left.metric)).count();
            collector.step(step, left)?;
        }
    }
    keep(collector.so_far())?;
    Ok(collector.measurements)
}

struct Collector<'w> {
    wanted: &'w Wanted,
    measurements: Measurements,
    tables: Tables,
    progress: Progress,
    start: Instant,
    done: usize,
    /// The last iteration that a line told of.
    told: Option<u32>,
    /// Each run has a directory in it.
    directory: TempDir,
}

impl Collector<'_> {
    fn new(wanted: &Wanted) -> Result<Collector<'_>, Failure> {
        let directory = temporary()?;
        let measurements = Measurements {
            schema: MEASUREMENTS_SCHEMA.to_owned(),
            machine: machine(&wanted.parallel, &wanted.profiler),
            sequential: wanted.sequential.text.clone(),
            parallel: wanted.parallel.text.clone(),
            regions: wanted.regions.clone(),
            ..Measurements::default()
        };
        let (tables, progress, start) = (Tables::default(), Progress::new(), Instant::now());
        let mut collector = Collector { wanted, measurements, tables, progress, start, done: 0, told: None, directory };
        if let Some(caveat) = wanted.profiler.caveat() {
            tell(&format!("paratrace: {}\n", line(&caveat)));
        }
        let lacks = wanted.profiler.lacks();
        for alike in lacks.chunk_by(|(_, one), (_, other)| one == other) {
            let metrics: Vec<Metric> = alike.iter().map(|&(metric, _)| metric).collect();
            collector.refuse(&metrics, &alike[0].1);
        }
        Ok(collector)
    }

    fn is_missing(&self, metric: Metric) -> bool {
        self.measurements.missing.iter().any(|missing| missing.metric == metric)
    }

    /// True if no run of the metric is to come.
    fn leaves_out(&self, metric: Metric) -> bool {
        let untraced = || match self.wanted.traced {
            Traced::Never => true,
            Traced::InPlace => !self.is_missing(Metric::Instructions),
            Traced::Always => false,
        };
        self.is_missing(metric) || metric == Metric::Bytecodes && untraced()
    }

    fn so_far(&mut self) -> &Measurements {
        self.tables.write_to(&mut self.measurements);
        &self.measurements
    }

    fn step(&mut self, step: Step, left: usize) -> Result<(), Failure> {
        self.tell(step, left);
        let version = match step.version {
            Version::Sequential => &self.wanted.sequential,
            Version::Parallel => &self.wanted.parallel,
        };
        let below = self.directory.path();
        let directory = TempDir::new_in(below).map_err(|cause| Failure::io("create a directory in", below, cause))?;
        let with = (&self.wanted.profiler, self.wanted.times, &self.wanted.platform);
        let measured = measure((version, step), with, directory.path(), &mut self.tables);
        match measured.map_err(|failure| failure.advise(format!("That was the run \"{}\".", step.told())))? {
            Measured::Run(elapsed_ns, profiles) => {
                let Step { version, threads, iteration, metric } = step;
                self.measurements.runs.push(Run { version, threads, iteration, metric, elapsed_ns, profiles });
                self.done += 1;
            }
            Measured::Traced(elapsed_ns, traced) => {
                self.add_traced(step, elapsed_ns, traced);
                self.done += 1;
            }
            Measured::Refused(reason) => self.refuse(&[step.metric], &reason),
        }
        Ok(())
    }

    /// Adds all that a traced run tells.
    fn add_traced(&mut self, step: Step, elapsed_ns: u64, traced: backend::Profiles) {
        let Step { version, threads, iteration, .. } = step;
        let run = |(metric, profiles)| Run { version, threads, iteration, metric, elapsed_ns, profiles };
        self.measurements.runs.push(run((Metric::Bytecodes, traced.bytecodes)));
        match traced.simulated {
            Ok(simulated) if !self.is_missing(Metric::SimulatedTime) => {
                self.measurements.runs.extend(simulated.into_iter().map(run));
                self.measurements.machine.platform = platform::told(&self.wanted.platform);
            }
            Ok(_) => {}
            Err(reason) if !self.is_missing(Metric::SimulatedTime) => {
                let further = Metric::FURTHER_MISSES.into_iter().take(self.wanted.platform.levels.len());
                let metrics: Vec<Metric> = Metric::SIMULATED.into_iter().chain(further).collect();
                self.refuse(&metrics, &format!("{}: {reason}", step.of()));
            }
            Err(_) => {}
        }
    }

    /// Leaves out the trace of a long program, unless it is asked for.
    fn refuse_long(&mut self) {
        let elapsed = self.measurements.runs.iter().filter(|run| run.metric == Metric::Elapsed);
        let longest = elapsed.map(|run| run.elapsed_ns).max().unwrap_or(0);
        if !self.leaves_out(Metric::Bytecodes)
            && self.wanted.traced == Traced::InPlace
            && longest > SHORT.as_nanos() as u64
        {
            let reason = format!("a run takes more than {} s; --traced traces it all the same", SHORT.as_secs());
            self.refuse(&[Metric::Bytecodes], &reason);
        }
    }

    /// A metric that one run cannot have, no run has: half of it could not be compared.
    fn refuse(&mut self, metrics: &[Metric], reason: &str) {
        let runs = &mut self.measurements.runs;
        // What is simulated comes from runs that count something else.
        let counted = |run: &&Run| !run.metric.is_simulated();
        let before = runs.iter().filter(counted).count();
        runs.retain(|run| !metrics.contains(&run.metric));
        self.done -= before - runs.iter().filter(counted).count();
        let names: Vec<&str> = metrics.iter().map(|&metric| metric::name(metric)).collect();
        tell(&format!("paratrace: not measured: {}: {}\n", names.join(", "), line(reason)));
        let missing = |&metric: &Metric| Missing { metric, reason: reason.to_owned() };
        self.measurements.missing.extend(metrics.iter().map(missing));
    }

    /// A line for each iteration, and on a terminal one for each run, which is written over.
    fn tell(&mut self, step: Step, left: usize) {
        let (number, all) = (self.done + 1, self.done + left);
        let time = self.time_left(left);
        if self.told != Some(step.iteration) {
            self.told = Some(step.iteration);
            let (iteration, iterations) = (step.iteration + 1, self.wanted.iterations);
            let part = match step.metric {
                Metric::Bytecodes => "traced runs".to_owned(),
                _ => format!("iteration {iteration} of {iterations}"),
            };
            tell(&format!("paratrace: {part}, from run {number} of {all}{time}\n"));
        }
        self.progress.at(|| format!("run {number} of {all}: {}{time}", step.told()));
    }

    fn time_left(&self, left: usize) -> String {
        let Ok(done) = u32::try_from(self.done) else { return String::new() };
        let left = u32::try_from(left).unwrap_or(u32::MAX);
        match self.start.elapsed().checked_div(done).and_then(|one| one.checked_mul(left)) {
            Some(time) => format!(" (about {} left)", rounded(time)),
            None => String::new(),
        }
    }
}

fn rounded(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..=99 => format!("{} s", seconds.max(1)),
        seconds => format!("{} min", seconds.div_ceil(60)),
    }
}

/// A directory that also goes if a signal ends us.
fn temporary() -> Result<TempDir, Failure> {
    let directory = temporary_directory()?;
    let no_signals = |cause| Failure::new(Kind::Io, "cannot handle signals").because(cause);
    Signals::start().map_err(no_signals)?.removing(directory.path());
    Ok(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded() {
        let of = |seconds| rounded(Duration::from_secs(seconds));
        assert_eq!([of(0), of(99), of(100), of(3600)], ["1 s", "99 s", "2 min", "60 min"]);
    }
}
