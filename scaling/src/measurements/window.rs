//! A part of the runs: from the first to the last sample with a frame of some name (the time ranges that the dissertation asks for, section 4.1).

use super::{Measurements, Metric, Missing, Run, Sample, ThreadKind, Version};
use crate::error::name;
use regex::Regex;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Metrics whose runs tell how long a window takes, the best first: in one that is not on a processor nothing is seen of others.
const TIMED: [Metric; 3] = [Metric::WallTime, Metric::CpuTime, Metric::Cycles];

/// Which part.
#[derive(Debug, Clone)]
pub struct Window {
    frame: Regex,
}

/// Why there is no such part.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// The pattern is no regular expression.
    #[error("the pattern `{pattern}` is no regular expression: {source}")]
    Pattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        source: Box<regex::Error>,
    },
    /// No sample has a time.
    #[error("it is not recorded when samples were taken")]
    NoTimes,
    /// No sample of a version is in the part.
    #[error("no sample of the {} version has a frame that `{pattern}` matches", name(*.version))]
    Nowhere {
        /// The pattern.
        pattern: String,
        /// The version.
        version: Version,
    },
}

impl Window {
    /// The part from the first to the last sample, of any of the program's threads, with a frame that a regular expression matches.
    ///
    /// # Errors
    ///
    /// It is no regular expression.
    pub fn new(pattern: &str) -> Result<Self, WindowError> {
        let frame = Regex::new(pattern)
            .map_err(|source| WindowError::Pattern { pattern: pattern.to_owned(), source: Box::new(source) })?;
        Ok(Self { frame })
    }

    /// The measurements of this part of each run. Its elapsed times are those of runs with samples, as whole runs without a profiler do not
    /// tell when it was; what has no times at all is missing.
    ///
    /// # Errors
    ///
    /// No sample has a time, or none of a version is in the part.
    pub fn of(&self, measured: &Measurements) -> Result<Measurements, WindowError> {
        let matches: Vec<bool> = measured.frames.iter().map(|frame| self.frame.is_match(frame)).collect();
        let has = |frame: &u32| matches.get(*frame as usize).is_some_and(|&is| is);
        let marked: Vec<bool> = measured.stacks.iter().map(|stack| stack.frames.iter().any(has)).collect();
        let timed = timed(measured);
        if timed.is_empty() {
            return Err(WindowError::NoTimes);
        }
        let runs = measured.runs.iter().filter(|run| timed.contains(&run.metric));
        let mut found: Vec<Run> = runs.filter_map(|run| cut(run, &marked)).collect();
        for version in [Version::Sequential, Version::Parallel] {
            if !found.iter().any(|run| run.version == version) {
                return Err(WindowError::Nowhere { pattern: self.frame.as_str().to_owned(), version });
            }
        }
        if let Some(metric) = TIMED.into_iter().find(|&metric| found.iter().any(|run| run.metric == metric)) {
            let times = found.iter().filter(|run| run.metric == metric);
            let elapsed = |run: &Run| Run { metric: Metric::Elapsed, profiles: Vec::new(), ..run.clone() };
            let elapsed: Vec<Run> = times.map(elapsed).collect();
            found.extend(elapsed);
        }
        // All fields by name: the runs, most of a file, are not copied.
        let Measurements { schema, machine, sequential, parallel, regions, frames, stacks, missing: _, runs: _ } =
            measured;
        Ok(Measurements {
            schema: schema.clone(),
            machine: machine.clone(),
            sequential: sequential.clone(),
            parallel: parallel.clone(),
            regions: regions.clone(),
            missing: missing(measured, &timed),
            frames: frames.clone(),
            stacks: stacks.clone(),
            runs: found,
        })
    }
}

/// The metrics that have samples, all of them with times.
fn timed(measured: &Measurements) -> BTreeSet<Metric> {
    let mut all = BTreeSet::new();
    for run in &measured.runs {
        let samples = run.profiles.iter().flat_map(|profile| &profile.samples);
        all.extend(samples.map(|sample| (run.metric, sample.time.is_some())));
    }
    let (with, without): (Vec<_>, Vec<_>) = all.into_iter().partition(|&(_, is_timed)| is_timed);
    let lacks = |metric: &Metric| without.iter().any(|(other, _)| other == metric);
    with.into_iter().map(|(metric, _)| metric).filter(|metric| !lacks(metric)).collect()
}

/// What is missing, with what is of whole runs only.
fn missing(measured: &Measurements, timed: &BTreeSet<Metric>) -> Vec<Missing> {
    let mut missing = measured.missing.clone();
    for metric in measured.runs.iter().map(|run| run.metric).filter(|&metric| metric != Metric::Elapsed) {
        if !timed.contains(&metric) && !missing.iter().any(|of| of.metric == metric) {
            missing.push(Missing { metric, reason: "it is known of whole runs only".to_owned() });
        }
    }
    missing
}

/// A run in its window; nothing if that is empty.
fn cut(run: &Run, marked: &[bool]) -> Option<Run> {
    let is_marked = |sample: &&Sample| marked.get(sample.stack as usize).is_some_and(|&is| is);
    let of_program = run.profiles.iter().filter(|profile| profile.kind == ThreadKind::Application);
    let times = of_program.flat_map(|profile| &profile.samples).filter(is_marked).filter_map(|sample| sample.time);
    let (first, last) = times.fold((u32::MAX, 0), |(first, last), time| (first.min(time), last.max(time)));
    if first > last {
        return None;
    }
    let mut run = run.clone();
    let window: RangeInclusive<u32> = first..=last;
    for profile in &mut run.profiles {
        profile.samples.retain(|sample| sample.time.is_some_and(|time| window.contains(&time)));
    }
    run.profiles.retain(|profile| !profile.samples.is_empty());
    run.elapsed_ns = (u64::from(last - first) + 1) * 1_000_000;
    Some(run)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::measurements::{Stack, ThreadProfile};

    const SOLVE: u32 = 1;
    const OTHER: u32 = 0;

    /// Samples: their stacks, and when they were taken.
    type Taken<'a> = &'a [(u32, Option<u32>)];

    fn run(version: Version, metric: Metric, threads: &[(ThreadKind, Taken<'_>)]) -> Run {
        let sample = |&(stack, time): &(u32, Option<u32>)| Sample { stack, value: 2.0, time };
        let profile = |(kind, samples): &(ThreadKind, Taken<'_>)| ThreadProfile {
            name: String::new(),
            id: 0,
            kind: *kind,
            samples: samples.iter().map(sample).collect(),
        };
        let profiles = threads.iter().map(profile).collect();
        Run { version, threads: 1, iteration: 0, metric, elapsed_ns: 9_000_000_000, profiles }
    }

    /// The sequential version solves from 20 to 60 ms, the parallel one from 30 to 40, and other threads work in the meantime.
    fn measured() -> Measurements {
        let samples: Taken<'_> =
            &[(OTHER, Some(0)), (SOLVE, Some(20)), (OTHER, Some(40)), (SOLVE, Some(60)), (OTHER, Some(61))];
        let main: Taken<'_> = &[(SOLVE, Some(30)), (SOLVE, Some(40))];
        let worker: Taken<'_> = &[(OTHER, Some(29)), (OTHER, Some(35)), (OTHER, Some(40))];
        let jvm: Taken<'_> = &[(SOLVE, Some(0)), (OTHER, Some(38))];
        let (program, others) = (ThreadKind::Application, ThreadKind::Jvm);
        let runs = vec![
            run(Version::Sequential, Metric::Elapsed, &[]),
            run(Version::Parallel, Metric::Elapsed, &[]),
            run(Version::Sequential, Metric::CpuTime, &[(program, samples)]),
            run(Version::Parallel, Metric::CpuTime, &[(program, main), (program, worker), (others, jvm)]),
            run(Version::Sequential, Metric::Bytecodes, &[(program, &[(SOLVE, None)])]),
        ];
        Measurements {
            frames: vec!["A.main".to_owned(), "A.solve".to_owned()],
            stacks: vec![Stack { frames: vec![0] }, Stack { frames: vec![0, 1] }],
            runs,
            ..Measurements::default()
        }
    }

    fn within(pattern: &str) -> Result<Measurements, WindowError> {
        Window::new(pattern)?.of(&measured())
    }

    #[test]
    fn what_all_threads_do_from_the_first_to_the_last_such_sample() {
        let found = within("solve$").unwrap();
        let told = |run: &Run| {
            let times = run.profiles.iter().map(|of| of.samples.iter().filter_map(|of| of.time).collect()).collect();
            (run.version, run.metric, run.elapsed_ns / 1_000_000, times)
        };
        let runs: Vec<(_, _, _, Vec<Vec<u32>>)> = found.runs.iter().map(told).collect();
        let expected = [
            (Version::Sequential, Metric::CpuTime, 41, vec![vec![20, 40, 60]]),
            (Version::Parallel, Metric::CpuTime, 11, vec![vec![30, 40], vec![35, 40], vec![38]]),
            (Version::Sequential, Metric::Elapsed, 41, vec![]),
            (Version::Parallel, Metric::Elapsed, 11, vec![]),
        ];
        assert_eq!(runs, expected);
        assert_eq!(found.missing.len(), 1);
        assert_eq!(found.missing[0].metric, Metric::Bytecodes);
    }

    #[test]
    fn where_there_is_none_an_error_says_so() {
        assert!(matches!(within("("), Err(WindowError::Pattern { .. })));
        assert!(matches!(within("none"), Err(WindowError::Nowhere { version: Version::Sequential, .. })));
        let mut without = measured();
        for sample in without.runs.iter_mut().flat_map(|run| &mut run.profiles).flat_map(|of| &mut of.samples) {
            sample.time = None;
        }
        assert!(matches!(Window::new("solve").unwrap().of(&without), Err(WindowError::NoTimes)));
    }
}
