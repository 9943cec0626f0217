//! The regions that the options name.

use super::Options;
use crate::backend::check_pattern;
use crate::failure::Failure;
use paratrace_scaling::measurements::RegionPattern;

impl Options {
    /// A region is called what its expression for the parallel version is.
    pub(super) fn regions(&self) -> Result<Vec<RegionPattern>, Failure> {
        let (parallel, sequential) = (&self.parallel_region, &self.sequential_region);
        parallel.iter().try_for_each(|pattern| check_pattern("--parallel-region", pattern))?;
        sequential.iter().try_for_each(|pattern| check_pattern("--sequential-region", pattern))?;
        if !sequential.is_empty() && sequential.len() != parallel.len() {
            let (some, others) = (sequential.len(), parallel.len());
            return Err(Failure::usage(format!("{some} of --sequential-region for {others} of --parallel-region"))
                .advise("Give one for each, or none where they are the same."));
        }
        let sequential = if sequential.is_empty() { parallel } else { sequential };
        let region = |(parallel, sequential): (&String, &String)| RegionPattern {
            name: parallel.clone(),
            sequential: sequential.clone(),
            parallel: parallel.clone(),
        };
        Ok(parallel.iter().zip(sequential).map(region).collect())
    }
}
