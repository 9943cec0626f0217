//! One run, summed up by thread and part.

use crate::measurements::{Run, ThreadKind, Version};
use crate::workers::workers;
use crate::{Classes, Part, ScalingError};

/// How much of the run's metric.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Amount {
    /// In all.
    pub(crate) all: f64,
    /// Of it, spinning.
    pub(crate) spinning: f64,
}

impl Amount {
    fn add(&mut self, value: f64, spinning: bool) {
        self.all += value;
        self.spinning += if spinning { value } else { 0.0 };
    }

    fn with(self, other: Self) -> Self {
        Self { all: self.all + other.all, spinning: self.spinning + other.spinning }
    }

    /// What is no spinning.
    pub(crate) fn working(self) -> f64 {
        // Sums of the same samples in another order may differ in their last digits.
        (self.all - self.spinning).max(0.0)
    }
}

/// What a thread of the program did.
#[derive(Debug, Clone)]
pub(crate) struct ThreadSums<'m> {
    pub(crate) name: &'m str,
    pub(crate) sequential: Amount,
    pub(crate) regions: Vec<Amount>,
}

/// What a run did.
#[derive(Debug, Clone)]
pub(crate) struct RunSums<'m> {
    /// Threads of the program.
    pub(crate) threads: Vec<ThreadSums<'m>>,
    /// By [`ThreadKind`]: application, collector, compiler, JVM.
    pub(crate) kinds: [f64; 4],
    /// Threads that were asked for. Those of the sequential version are what they are.
    asked: u32,
}

impl<'m> RunSums<'m> {
    /// Sums a run up.
    ///
    /// # Errors
    ///
    /// A sample has no stack.
    pub(crate) fn of(run: &'m Run, classes: &Classes, regions: usize) -> Result<Self, ScalingError> {
        let asked = if run.version == Version::Parallel { run.threads } else { u32::MAX };
        let mut sums = Self { threads: Vec::new(), kinds: [0.0; 4], asked };
        for profile in &run.profiles {
            let total: f64 = profile.samples.iter().map(|sample| sample.value).sum();
            sums.kinds[kind(profile.kind)] += total;
            if profile.kind != ThreadKind::Application {
                continue;
            }
            let nothing = Amount::default();
            let mut thread = ThreadSums { name: &profile.name, sequential: nothing, regions: vec![nothing; regions] };
            for sample in &profile.samples {
                let missing = ScalingError::Index { what: "stack", index: sample.stack };
                let class = classes.get(run.version, sample.stack).ok_or(missing)?;
                thread.part(class.part).add(sample.value, class.spinning);
            }
            sums.threads.push(thread);
        }
        Ok(sums)
    }

    /// Over all threads.
    pub(crate) fn part(&self, part: Part) -> Amount {
        let amounts = self.threads.iter().map(|thread| thread.amount(part));
        amounts.fold(Amount::default(), Amount::with)
    }

    /// The largest amount of a worker in a part. `None`: which threads are one worker is not known.
    pub(crate) fn busiest(&self, part: Part, amount: fn(Amount) -> f64) -> Option<f64> {
        let workers = self.workers(|thread| thread.amount(part).all)?;
        Some(workers.iter().map(|worker| amount(worker.amount(part))).fold(0.0, f64::max))
    }

    /// Threads with those that followed one another as one, judged by an amount.
    pub(crate) fn workers(&self, by: impl Fn(&ThreadSums) -> f64) -> Option<Vec<ThreadSums<'m>>> {
        let amounts: Vec<(&str, f64)> = self.threads.iter().map(|thread| (thread.name, by(thread))).collect();
        let merged = |group: Vec<usize>| {
            let mut threads = group.into_iter().filter_map(|index| self.threads.get(index));
            let first = threads.next()?.clone();
            Some(threads.fold(first, ThreadSums::with))
        };
        Some(workers(&amounts, self.asked)?.into_iter().filter_map(merged).collect())
    }

    /// The amount of the thread that has most: of wall time, how long the program runs.
    pub(crate) fn longest(&self) -> f64 {
        self.threads.iter().map(ThreadSums::total).fold(0.0, f64::max)
    }

    /// Of the program's threads.
    pub(crate) fn application(&self) -> f64 {
        self.kinds[kind(ThreadKind::Application)]
    }
}

impl<'m> ThreadSums<'m> {
    fn with(mut self, other: &ThreadSums<'m>) -> Self {
        self.sequential = self.sequential.with(other.sequential);
        self.regions.iter_mut().zip(&other.regions).for_each(|(sum, region)| *sum = sum.with(*region));
        self
    }

    fn part(&mut self, part: Part) -> &mut Amount {
        match part {
            Part::Region(region) if region < self.regions.len() => &mut self.regions[region],
            _ => &mut self.sequential,
        }
    }

    /// All its work.
    pub(crate) fn total(&self) -> f64 {
        self.sequential.all + self.regions.iter().map(|region| region.all).sum::<f64>()
    }

    pub(crate) fn amount(&self, part: Part) -> Amount {
        match part {
            Part::Region(region) => self.regions.get(region).copied().unwrap_or_default(),
            Part::Sequential => self.sequential,
        }
    }
}

fn kind(kind: ThreadKind) -> usize {
    match kind {
        ThreadKind::Application => 0,
        ThreadKind::Collector => 1,
        ThreadKind::Compiler => 2,
        ThreadKind::Jvm => 3,
    }
}
