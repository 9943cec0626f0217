//! Divisions: how the work of a candidate is cut into tasks, for a number of cores.

use crate::limits;

/// Stands for a core for every task.
pub(crate) const UNLIMITED: u32 = u32::MAX;

/// Depths of a recursion up to which calls are tasks, one of which should suit.
const DEPTHS: [u64; 6] = [1, 2, 3, 4, 6, 10];

/// A number of cores, and the size of tasks for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Division {
    pub(crate) cores: u32,
    /// Iterations of a task; of a recursion, the depth of the innermost calls that are tasks.
    pub(crate) grain: u64,
}

/// The work of a candidate, as far as it decides about sizes of tasks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Work {
    /// Iterations of a loop: their mean number in an instance, and their mean duration.
    Iterations { rounds: f64, duration: f64 },
    /// Calls of a method that does not call itself.
    Calls,
    /// Calls of a method that does.
    Recursion,
}

/// Lists the divisions to try on some numbers of cores. Each has those for one number after those for the one before.
pub(super) fn divisions(work: Work, cores: &[u32], task_cost: u64) -> Vec<Division> {
    cores
        .iter()
        .flat_map(|&cores| grains(work, cores, task_cost).into_iter().map(move |grain| Division { cores, grain }))
        .collect()
}

/// Lists sizes of tasks to try: single iterations, chunks that are large enough for what a task costs, and equal shares,
/// one or several for each core.
fn grains(work: Work, cores: u32, task_cost: u64) -> Vec<u64> {
    let mut grains = match work {
        Work::Calls => vec![1],
        Work::Recursion => DEPTHS.to_vec(),
        Work::Iterations { .. } if cores == UNLIMITED => vec![1],
        Work::Iterations { rounds, duration } => {
            let share = rounds / f64::from(cores);
            let worthwhile = (limits::CHUNK_COSTS * task_cost) as f64 / duration.max(1.0);
            vec![1, whole(share / f64::from(limits::CHUNKS_PER_CORE)), whole(share), whole(worthwhile.min(share))]
        }
    };
    grains.sort_unstable();
    grains.dedup();
    grains
}

fn whole(size: f64) -> u64 {
    (size.ceil() as u64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_equal() {
        let work = Work::Iterations { rounds: 1000.0, duration: 100.0 };
        assert_eq!(grains(work, 2, 320), [1, 64, 125, 500]);
        assert_eq!(grains(work, UNLIMITED, 320), [1]);
        assert_eq!(grains(work, 2, 0), [1, 125, 500]);
    }

    #[test]
    fn few_iterations_have_few_sizes() {
        assert_eq!(grains(Work::Iterations { rounds: 2.0, duration: 1e6 }, 4, 320), [1]);
        assert_eq!(divisions(Work::Calls, &[2, 8], 320).len(), 2);
    }
}
