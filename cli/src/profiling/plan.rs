//! The runs there are, in their order.

use super::metric;
use paratrace_scaling::measurements::{Metric, Version};

/// A run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) version: Version,
    pub(super) threads: u32,
    pub(super) iteration: u32,
    pub(super) metric: Metric,
}

impl Step {
    /// `parallel, 2 threads, lock time`
    pub(super) fn told(self) -> String {
        format!("{}, {}", self.of(), metric::name(self.metric))
    }

    /// `parallel, 2 threads`
    pub(super) fn of(self) -> String {
        match (self.version, self.threads) {
            (Version::Sequential, _) => "sequential".to_owned(),
            (Version::Parallel, 1) => "parallel, 1 thread".to_owned(),
            (Version::Parallel, threads) => format!("parallel, {threads} threads"),
        }
    }
}

/// All runs but traced ones. Those of an iteration follow each other, and in it those of a metric: what disturbs the machine
/// for a while disturbs all versions alike.
pub(super) fn steps(threads: &[u32], iterations: u32, metrics: &[Metric]) -> Vec<Step> {
    let mut steps = Vec::new();
    for iteration in 0..iterations {
        for &metric in metrics {
            steps.extend(versions(threads).map(|(version, threads)| Step { version, threads, iteration, metric }));
        }
    }
    steps
}

/// Runs for exact counts, which one run has, after so many iterations of others.
pub(super) fn traced(threads: &[u32], iteration: u32) -> impl Iterator<Item = Step> {
    let metric = Metric::Bytecodes;
    versions(threads).map(move |(version, threads)| Step { version, threads, iteration, metric })
}

fn versions(threads: &[u32]) -> impl Iterator<Item = (Version, u32)> {
    let parallel = threads.iter().map(|&threads| (Version::Parallel, threads));
    std::iter::once((Version::Sequential, 1)).chain(parallel)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_alternate_within_a_metric_and_metrics_within_an_iteration() {
        let steps = steps(&[1, 2], 2, &[Metric::Elapsed, Metric::LockTime]);
        let told: Vec<String> = steps.iter().map(|step| step.told()).collect();
        assert_eq!(steps.len(), 12);
        assert_eq!(told[0], "sequential, elapsed time");
        assert_eq!(told[1], "parallel, 1 thread, elapsed time");
        assert_eq!(told[5], "parallel, 2 threads, lock time");
        assert_eq!((steps[6].iteration, told[6].as_str()), (1, "sequential, elapsed time"));
    }
}
