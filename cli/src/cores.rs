//! The cores that speed-ups are for.

use crate::backend;
use clap::builder::{RangedU64ValueParser, TypedValueParser};

/// More cores than this have no meaning for one program.
const MOST: u64 = 65_536;
/// Cores that simulations are for, beside those of this machine.
const USUAL: [u32; 4] = [2, 4, 8, 16];

/// The option of commands whose speed-ups are for one number of cores.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct CoresOption {
    /// Cores that speed-ups are for [default: those of this machine]
    #[arg(long, value_name = "N", value_parser = number())]
    cores: Option<u32>,
}

impl CoresOption {
    /// The number that was asked for.
    pub(crate) fn given(&self) -> Option<u32> {
        self.cores
    }

    /// The number that counts.
    pub(crate) fn number(&self) -> u32 {
        self.cores.unwrap_or_else(own)
    }

    /// The numbers that simulations beside are for.
    pub(crate) fn simulated(&self) -> Vec<u32> {
        with(self.number())
    }
}

/// Reads a number of cores.
pub(crate) fn number() -> impl TypedValueParser<Value = u32> {
    RangedU64ValueParser::<u32>::new().range(1..=MOST)
}

/// The numbers of cores that are simulated if none is given.
pub(crate) fn usual() -> Vec<u32> {
    with(own())
}

fn own() -> u32 {
    u32::try_from(backend::cores()).unwrap_or(u32::MAX).min(MOST as u32)
}

fn with(one: u32) -> Vec<u32> {
    let mut all = [&USUAL[..], &[one]].concat();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_the_summary_is_among_those_simulated() {
        assert_eq!(with(8), [2, 4, 8, 16]);
        assert_eq!(with(6), [2, 4, 6, 8, 16]);
        assert_eq!(CoresOption { cores: Some(32) }.simulated(), [2, 4, 8, 16, 32]);
        assert!(usual().contains(&CoresOption { cores: None }.number()));
    }
}
