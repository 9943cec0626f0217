//! Random orders of threads.

use paratrace_traceformat::trace::Stamp;

use crate::execute::Execution;
use crate::random::Random;

/// Stamps of several threads, each thread's at random places; all different.
pub fn stamps(random: &mut Random, executions: &[Execution<'_>]) -> Vec<Vec<Stamp>> {
    let mut threads: Vec<Vec<Stamp>> = executions.iter().map(|_| Vec::new()).collect();
    for stamp in 1..u64::from(random.between(1, 40)) {
        let thread = random.below(executions.len() as u32) as usize;
        let from = threads[thread].last().map_or(0, |last| last.position);
        let left = (executions[thread].control.len() as u64).saturating_sub(from);
        let position = from + u64::from(random.below((left / 3 + 1) as u32));
        threads[thread].push(Stamp { position, stamp });
    }
    threads
}
