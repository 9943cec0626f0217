//! Threads for work on many classes.

use std::panic::resume_unwind;
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Does work that may be split, with so many threads; 0: one per core. Where no thread can be started, the current one
/// does everything: the global pool, which would be next, panics then.
pub(crate) fn with_workers<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    match ThreadPoolBuilder::new().num_threads(threads).build().or_else(|_| current_thread()) {
        Ok(pool) => install(&pool, work),
        // This thread is one of a pool already, so its pool is used.
        Err(_) => work(),
    }
}

/// Waits for the pool in a thread that is no worker of another one: such a worker would do other jobs of the caller meanwhile, on
/// top of its stack.
fn install<R: Send>(pool: &ThreadPool, work: impl FnOnce() -> R + Send) -> R {
    let is_worker = rayon::current_thread_index().is_some();
    if !is_worker || pool.current_thread_index().is_some() {
        return pool.install(work);
    }
    thread::scope(|scope| {
        let waiting = scope.spawn(|| pool.install(work));
        waiting.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

fn current_thread() -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;
    use std::cell::Cell;

    #[test]
    fn jobs_of_the_caller_do_not_pile_up() {
        thread_local!(static DEPTH: Cell<u32> = const { Cell::new(0) });
        let job = |_| {
            DEPTH.set(DEPTH.get() + 1);
            let depth = DEPTH.get();
            with_workers(2, || (0..10_000).into_par_iter().max());
            DEPTH.set(DEPTH.get() - 1);
            depth
        };
        let pool = ThreadPoolBuilder::new().num_threads(2).build().expect("threads can be started");
        assert_eq!(pool.install(|| (0..100).into_par_iter().map(job).max()), Some(1));
    }

    #[test]
    fn the_current_thread_is_enough() {
        let here = thread::current().id();
        let all = |_: &i32| thread::current().id() == here;
        let alone = current_thread().map(|pool| pool.install(|| (0..1000).collect::<Vec<_>>().par_iter().all(all)));
        assert!(alone.is_ok_and(|alone| alone));
        assert!(current_thread().is_err(), "it is in a pool already");
        assert_eq!(with_workers(2, || (0..1000).into_par_iter().sum::<u32>()), 499_500);
    }
}
