//! All samples in one compact document, for a page that draws them.

use super::{PartSelection, Selection, ThreadSelection, by_thread};
use crate::measurements::{Measurements, Metric, Run, Version};
use crate::{Classes, Part};
use serde::Serialize;
use std::collections::BTreeSet;

/// All samples: means over iterations, by version, number of threads, metric and thread.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Profiles<'m> {
    /// Names of frames.
    pub frames: &'m [String],
    /// Stacks: indices of frames, from the outermost.
    pub stacks: Vec<&'m [u32]>,
    /// Of each stack its part in the sequential version: 0 is sequential, 1 the first region.
    pub sequential_parts: Vec<usize>,
    /// The same in the parallel version.
    pub parallel_parts: Vec<usize>,
    /// Profiles.
    pub profiles: Vec<RunProfile<'m>>,
}

/// A metric of a version with a number of threads.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunProfile<'m> {
    /// Of which version.
    pub version: Version,
    /// With how many threads.
    pub threads: u32,
    /// Of what.
    pub metric: Metric,
    /// Threads of the program; those of the same name are one.
    pub by_thread: Vec<ThreadSamples<'m>>,
}

/// Samples of a thread.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ThreadSamples<'m> {
    /// Its name.
    pub name: &'m str,
    /// Indices of stacks, with what was counted there.
    pub samples: Vec<(u32, f64)>,
}

/// All samples of the program's threads.
#[must_use]
pub fn profiles<'m>(measured: &'m Measurements, classes: &Classes) -> Profiles<'m> {
    let parts = |version| {
        let number = |stack| match classes.get(version, stack).map(|class| class.part) {
            Some(Part::Region(region)) => region + 1,
            Some(Part::Sequential) | None => 0,
        };
        (0..).take(measured.stacks.len()).map(number).collect()
    };
    let runs: BTreeSet<(Version, u32, Metric)> =
        measured.runs.iter().map(|run| (run.version, threads(run), run.metric)).collect();
    let sampled = runs.into_iter().filter(|run| run.2 != Metric::Elapsed);
    Profiles {
        frames: &measured.frames,
        stacks: measured.stacks.iter().map(|stack| &stack.frames[..]).collect(),
        sequential_parts: parts(Version::Sequential),
        parallel_parts: parts(Version::Parallel),
        profiles: sampled.map(|run| profile(measured, classes, run)).collect(),
    }
}

/// The sequential version has one thread, whatever its runs say.
fn threads(run: &Run) -> u32 {
    if run.version == Version::Sequential { 1 } else { run.threads }
}

fn profile<'m>(
    measured: &'m Measurements,
    classes: &Classes,
    (version, threads, metric): (Version, u32, Metric),
) -> RunProfile<'m> {
    let selection = Selection { version, threads, metric, part: PartSelection::All, of: ThreadSelection::All };
    let by_thread = by_thread(measured, classes, &selection);
    let samples = |(name, profile): (&'m str, crate::profile::Profile)| ThreadSamples {
        name,
        samples: profile.stacks.into_iter().collect(),
    };
    RunProfile { version, threads, metric, by_thread: by_thread.into_iter().map(samples).collect() }
}
