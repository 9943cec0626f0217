//! The cores that speed-ups are for.

use clap::builder::{RangedU64ValueParser, TypedValueParser};
use paratrace_analyzer::simulation::DEFAULT_TASK_COST;
use std::num::NonZeroUsize;

/// More cores than this have no meaning for one program.
const MOST: u64 = 65_536;
/// Cores of a machine to grow into: speed-ups are for these, too, if no number is given.
const LARGER: u32 = 8;
/// Cores that simulations are for, beside those of this machine.
const USUAL: [u32; 4] = [2, 4, 8, 16];

/// Cores of this machine that we may use.
pub(crate) fn available_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The option of commands whose speed-ups are for some numbers of cores.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct CoresOption {
    /// Numbers of cores that speed-ups are for; the first one ranks [default: those of this machine, and 8]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = number())]
    cores: Vec<u32>,
    /// What creating a task costs in them, in instructions
    #[arg(long, value_name = "INSTRUCTIONS", default_value_t = DEFAULT_TASK_COST)]
    task_cost: u64,
}

impl CoresOption {
    /// The number that ranks, if one was given.
    pub(crate) fn given(&self) -> Option<u32> {
        self.cores.first().copied()
    }

    /// The number that ranks.
    pub(crate) fn number(&self) -> u32 {
        self.given().unwrap_or_else(own)
    }

    /// What creating a task costs.
    pub(crate) fn task_cost(&self) -> u64 {
        self.task_cost
    }

    /// All numbers, the one that ranks first.
    pub(crate) fn numbers(&self) -> Vec<u32> {
        if self.cores.is_empty() {
            let own = own();
            return [own].into_iter().chain((own < LARGER).then_some(LARGER)).collect();
        }
        self.cores.clone()
    }

    /// The numbers that simulations beside are for.
    pub(crate) fn simulated(&self) -> Vec<u32> {
        with(&self.numbers())
    }
}

/// Reads a number of cores.
pub(crate) fn number() -> impl TypedValueParser<Value = u32> {
    RangedU64ValueParser::<u32>::new().range(1..=MOST)
}

/// The numbers of cores that are simulated if none is given.
pub(crate) fn usual() -> Vec<u32> {
    with(&[own()])
}

fn own() -> u32 {
    u32::try_from(available_cores()).unwrap_or(u32::MAX).min(MOST as u32)
}

fn with(numbers: &[u32]) -> Vec<u32> {
    let mut all = [&USUAL[..], numbers].concat();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_the_summary_are_among_those_simulated() {
        assert_eq!(with(&[8]), [2, 4, 8, 16]);
        assert_eq!(with(&[6, 3]), [2, 3, 4, 6, 8, 16]);
        assert_eq!(CoresOption { cores: vec![32, 4], task_cost: 0 }.simulated(), [2, 4, 8, 16, 32]);
        let none = CoresOption { cores: Vec::new(), task_cost: 0 };
        assert!(none.numbers().iter().all(|number| none.simulated().contains(number)));
        assert_eq!(none.numbers()[0], none.number());
    }
}
