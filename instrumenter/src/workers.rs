//! Threads for work on many classes.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Does work that may be split, with so many threads; 0: one per core. Where no thread can be started, the current one
/// does everything: the global pool, which would be next, panics then.
pub(crate) fn with_workers<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    match ThreadPoolBuilder::new().num_threads(threads).build().or_else(|_| current_thread()) {
        Ok(pool) => pool.install(work),
        // This thread is one of a pool already, so its pool is used.
        Err(_) => work(),
    }
}

fn current_thread() -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;
    use std::thread;

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
