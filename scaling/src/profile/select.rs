//! Which samples to take.

use crate::measurements::{Measurements, Metric, Run, ThreadKind, ThreadProfile, Version};
use crate::workers::workers;
use crate::{Class, Classes, Part};
use std::collections::BTreeMap;

/// Which samples to take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selection {
    /// Of which version.
    pub version: Version,
    /// With how many threads; of the sequential version any.
    pub threads: u32,
    /// What was measured.
    pub metric: Metric,
    /// Of which part.
    pub part: PartSelection,
    /// Of which threads.
    pub of: ThreadSelection,
}

/// Which parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartSelection {
    /// All.
    All,
    /// What is sequential.
    Sequential,
    /// All regions.
    Parallel,
    /// One region.
    Region(usize),
    /// What spins, in whatever part.
    Spinning,
    /// What does not.
    Working,
}

/// Which threads of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadSelection {
    /// All.
    All,
    /// Of each run the one that has most of the selected part, with those of its name that it followed. None where it is not
    /// known which threads followed one another.
    Busiest,
}

impl PartSelection {
    fn has(self, class: Class) -> bool {
        match self {
            Self::All => true,
            Self::Sequential => class.part == Part::Sequential,
            Self::Parallel => class.part != Part::Sequential,
            Self::Region(region) => class.part == Part::Region(region),
            Self::Spinning => class.spinning,
            Self::Working => !class.spinning,
        }
    }
}

impl Selection {
    fn has_run(&self, run: &Run) -> bool {
        let threads = self.version == Version::Sequential || run.threads == self.threads;
        run.version == self.version && run.metric == self.metric && threads
    }
}

/// Stacks with what was counted at them: the mean over runs.
#[derive(Debug, Clone)]
pub(crate) struct Profile<'m> {
    pub(crate) measured: &'m Measurements,
    pub(crate) stacks: BTreeMap<u32, f64>,
}

impl<'m> Profile<'m> {
    /// `None`: nobody measured that.
    pub(crate) fn of(measured: &'m Measurements, classes: &Classes, selection: &Selection) -> Option<Self> {
        let by_thread = Self::by_thread(measured, classes, selection, |_| ())?;
        Some(by_thread.into_iter().next().map_or(Self { measured, stacks: BTreeMap::new() }, |(_, profile)| profile))
    }

    /// The same, apart for each key of threads.
    pub(crate) fn by_thread<K: Ord>(
        measured: &'m Measurements,
        classes: &Classes,
        selection: &Selection,
        key: impl Fn(&'m ThreadProfile) -> K,
    ) -> Option<BTreeMap<K, Self>> {
        let runs: Vec<&Run> = measured.runs.iter().filter(|run| selection.has_run(run)).collect();
        let mut profiles: BTreeMap<K, Self> = BTreeMap::new();
        for run in &runs {
            for thread in threads(run, classes, selection) {
                let profile = profiles.entry(key(thread)).or_insert(Self { measured, stacks: BTreeMap::new() });
                for (stack, value) in samples(thread, classes, selection) {
                    *profile.stacks.entry(stack).or_default() += value / runs.len() as f64;
                }
            }
        }
        (!runs.is_empty()).then_some(profiles)
    }

    /// All that was counted.
    pub(crate) fn total(&self) -> f64 {
        self.stacks.values().sum()
    }
}

fn samples(thread: &ThreadProfile, classes: &Classes, selection: &Selection) -> impl Iterator<Item = (u32, f64)> {
    let selected = |stack| classes.get(selection.version, stack).is_some_and(|class| selection.part.has(class));
    thread.samples.iter().filter(move |sample| selected(sample.stack)).map(|sample| (sample.stack, sample.value))
}

fn threads<'m>(run: &'m Run, classes: &Classes, selection: &Selection) -> Vec<&'m ThreadProfile> {
    let program: Vec<&ThreadProfile> =
        run.profiles.iter().filter(|thread| thread.kind == ThreadKind::Application).collect();
    if selection.of == ThreadSelection::All {
        return program;
    }
    let total = |thread: &ThreadProfile| samples(thread, classes, selection).map(|(_, value)| value).sum::<f64>();
    let amounts: Vec<(&str, f64)> = program.iter().map(|thread| (thread.name.as_str(), total(thread))).collect();
    let asked = if run.version == Version::Parallel { run.threads } else { u32::MAX };
    let groups = workers(&amounts, asked).unwrap_or_default();
    let amount = |group: &Vec<usize>| {
        group.iter().filter_map(|&index| amounts.get(index)).map(|(_, amount)| amount).sum::<f64>()
    };
    let busiest = groups.into_iter().max_by(|a, b| amount(a).total_cmp(&amount(b))).unwrap_or_default();
    busiest.into_iter().filter_map(|index| program.get(index).copied()).collect()
}
