//! Worker threads of the analysis.

use std::thread::{self, Scope, ScopedJoinHandle};

use crate::base::error::AnalyzeError;

/// Starts a worker thread.
pub fn spawn<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 's,
) -> Result<ScopedJoinHandle<'s, T>, AnalyzeError> {
    let spawned = thread::Builder::new().name(name.to_owned()).spawn_scoped(scope, work);
    spawned.map_err(AnalyzeError::Worker)
}

/// Returns the error for a worker that did not answer.
pub fn lost() -> AnalyzeError {
    AnalyzeError::WorkerDied
}
