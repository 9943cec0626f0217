//! Which stacks are parallel work, and which spin.

use crate::measurements::{Measurements, Metric, RegionPattern, Stack, Version};
use crate::{ScalingError, Settings};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};

/// Frames that spin wherever they are.
const SPINNING: &str = r"^java\.lang\.Thread\.(onSpinWait|yield|yield0)$";

/// Part of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// What is work of no region.
    Sequential,
    /// Work of the region with this index in [`Measurements::regions`].
    Region(usize),
}

/// What a stack is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class {
    /// Whose work.
    pub part: Part,
    /// Whether it spins: waits on a processor.
    pub spinning: bool,
}

/// What each stack of some runs is, in each version.
#[derive(Debug, Clone)]
pub struct Classes {
    sequential: Vec<Class>,
    parallel: Vec<Class>,
    /// The region that a pattern gives each frame by its name, in each version.
    named: BTreeMap<(Version, u32), usize>,
}

impl Classes {
    /// Classifies all stacks: each is work of the first region of which a pattern matches one of its frames.
    ///
    /// # Errors
    ///
    /// A pattern is no regular expression, or a stack has a frame that does not exist.
    pub fn of(measured: &Measurements, settings: &Settings) -> Result<Self, ScalingError> {
        let spinning = spinning(settings)?;
        let spins = matches(&spinning, &measured.frames);
        let locks = lock_stacks(measured);
        let mut named = BTreeMap::new();
        let mut of = |version| {
            let patterns = patterns(&measured.regions, version)?;
            let regions: Vec<_> =
                patterns.iter().map(|pattern| matches(std::slice::from_ref(pattern), &measured.frames)).collect();
            for (region, frames) in regions.iter().enumerate() {
                for (frame, _) in (0..).zip(frames).filter(|(_, is_matched)| **is_matched) {
                    named.entry((version, frame)).or_insert(region);
                }
            }
            let class = |(index, stack)| {
                let methods = methods(stack, locks.contains(&index));
                class(methods, &measured.frames, &regions, &spins)
            };
            (0..).zip(&measured.stacks).map(class).collect::<Result<Vec<_>, _>>()
        };
        let (sequential, parallel) = (without_spinning(of(Version::Sequential)?), of(Version::Parallel)?);
        Ok(Self { sequential, parallel, named })
    }

    /// The region that the name of a frame is given, whatever the stack.
    pub(crate) fn named(&self, version: Version, frame: u32) -> Option<usize> {
        self.named.get(&(version, frame)).copied()
    }

    /// What the stack with this index is. `None`: there is no such stack.
    #[must_use]
    pub fn get(&self, version: Version, stack: u32) -> Option<Class> {
        let classes = match version {
            Version::Sequential => &self.sequential,
            Version::Parallel => &self.parallel,
        };
        classes.get(stack as usize).copied()
    }
}

/// Nobody waits for anybody in the sequential version: what yields there is work.
fn without_spinning(classes: Vec<Class>) -> Vec<Class> {
    classes.into_iter().map(|class| Class { spinning: false, ..class }).collect()
}

fn class(methods: &[u32], names: &[String], regions: &[Vec<bool>], spins: &[bool]) -> Result<Class, ScalingError> {
    if let Some(&index) = methods.iter().find(|&&frame| frame as usize >= names.len()) {
        return Err(ScalingError::Index { what: "frame", index });
    }
    let any = |matches: &[bool]| methods.iter().any(|&frame| matches[frame as usize]);
    let part = regions.iter().position(|region| any(region)).map_or(Part::Sequential, Part::Region);
    Ok(Class { part, spinning: any(spins) })
}

/// Stacks of waits for locks, whose last frame is no method, but the class of the lock: it makes nothing work of a region.
fn lock_stacks(measured: &Measurements) -> BTreeSet<u32> {
    let stacks = |locks: bool| {
        let runs = measured.runs.iter().filter(move |run| (run.metric == Metric::LockTime) == locks);
        let samples = runs.flat_map(|run| &run.profiles).flat_map(|profile| &profile.samples);
        samples.map(|sample| sample.stack).collect::<BTreeSet<u32>>()
    };
    &stacks(true) - &stacks(false)
}

fn methods(stack: &Stack, lock: bool) -> &[u32] {
    match stack.frames.split_last() {
        Some((_, methods)) if lock => methods,
        _ => &stack.frames,
    }
}

fn spinning(settings: &Settings) -> Result<Vec<Regex>, ScalingError> {
    let patterns = std::iter::once(SPINNING).chain(settings.spinning.iter().map(String::as_str));
    patterns.map(|pattern| compile("spinning", pattern)).collect()
}

fn patterns(regions: &[RegionPattern], version: Version) -> Result<Vec<Regex>, ScalingError> {
    let compiled = regions.iter().map(|region| {
        let pattern = match version {
            Version::Sequential => &region.sequential,
            Version::Parallel => &region.parallel,
        };
        compile(&format!("region {}", region.name), pattern)
    });
    compiled.collect()
}

fn compile(of: &str, pattern: &str) -> Result<Regex, ScalingError> {
    Regex::new(pattern).map_err(|source| ScalingError::Pattern {
        of: of.to_owned(),
        pattern: pattern.to_owned(),
        source: Box::new(source),
    })
}

/// Frames that one of the patterns matches: each is looked at once, however many stacks have it.
fn matches(patterns: &[Regex], frames: &[String]) -> Vec<bool> {
    frames.iter().map(|frame| patterns.iter().any(|pattern| pattern.is_match(frame))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measurements::{Run, Sample, ThreadKind, ThreadProfile};

    /// A wait for a lock of a class that is called like a method of a region.
    fn waits() -> Run {
        let samples = vec![Sample { stack: 5, value: 1.0, time: None }];
        let thread = ThreadProfile { name: "main".into(), id: 0, kind: ThreadKind::Application, samples };
        Run {
            version: Version::Parallel,
            threads: 2,
            iteration: 0,
            metric: Metric::LockTime,
            elapsed_ns: 1,
            profiles: vec![thread],
        }
    }

    fn measured() -> Measurements {
        let region = |name: &str, pattern: &str| RegionPattern {
            name: name.into(),
            sequential: format!(r"\.{pattern}$"),
            parallel: format!(r"Worker\.{pattern}$"),
        };
        let frames =
            ["K.main", "K.assign", "Worker.assign", "Worker.tally", "java.lang.Thread.onSpinWait", "Worker.tally"];
        let stacks: [&[u32]; 6] = [&[0], &[0, 1], &[2], &[2, 3], &[2, 4], &[0, 5]];
        Measurements {
            regions: vec![region("tally", "tally"), region("assign", "assign")],
            frames: frames.map(str::to_owned).into(),
            stacks: stacks.map(|frames| Stack { frames: frames.to_vec() }).into(),
            runs: vec![waits()],
            ..Measurements::default()
        }
    }

    #[test]
    fn the_first_pattern_that_matches_decides() {
        let classes = Classes::of(&measured(), &Settings::default()).unwrap();
        let parts = |version| (0..6).map(|stack| classes.get(version, stack).unwrap().part).collect::<Vec<_>>();
        use Part::{Region, Sequential};
        assert_eq!(parts(Version::Sequential), [Sequential, Region(1), Region(1), Region(0), Region(1), Sequential]);
        assert_eq!(parts(Version::Parallel), [Sequential, Sequential, Region(1), Region(0), Region(1), Sequential]);
        assert_eq!(classes.get(Version::Parallel, 6), None);
    }

    #[test]
    fn only_the_parallel_version_spins() {
        let classes = Classes::of(&measured(), &Settings::default()).unwrap();
        assert!(classes.get(Version::Parallel, 4).unwrap().spinning);
        assert!(!classes.get(Version::Sequential, 4).unwrap().spinning);
        let settings = Settings { spinning: vec!["tally$".into()], ..Settings::default() };
        assert!(Classes::of(&measured(), &settings).unwrap().get(Version::Parallel, 3).unwrap().spinning);
    }

    #[test]
    fn wrong_patterns_and_indices_are_told() {
        let mut wrong = measured();
        wrong.regions[1].parallel = "(".into();
        let told = Classes::of(&wrong, &Settings::default()).unwrap_err().to_string();
        assert!(told.starts_with("the pattern `(` of region assign is no regular expression"), "{told}");
        let mut wrong = measured();
        wrong.stacks[0].frames.push(99);
        assert!(matches!(Classes::of(&wrong, &Settings::default()), Err(ScalingError::Index { index: 99, .. })));
    }
}
