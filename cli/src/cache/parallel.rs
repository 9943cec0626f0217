//! The same work for many files, by all cores.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Results for all files, in their order; the first failure, if there is any.
pub(super) fn in_parallel<T: Send>(
    files: &[PathBuf],
    work: &(dyn Fn(&Path) -> io::Result<T> + Sync),
) -> io::Result<Vec<T>> {
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(files.len())));
    let work_through = || -> io::Result<()> {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(index) else { return Ok(()) };
            let result = work(file)?;
            all.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
        }
    };
    let threads = crate::cores::available_cores().min(files.len());
    thread::scope(|scope| {
        // If no thread can be started, this one does the rest.
        let start = |_| thread::Builder::new().spawn_scoped(scope, work_through).ok();
        let running: Vec<_> = (1..threads).filter_map(start).collect();
        let own = work_through();
        let ended =
            running.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread died"))));
        ended.fold(own, |all, one| all.and(one))
    })?;
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.sort_by_key(|(index, _)| *index);
    Ok(all.into_iter().map(|(_, result)| result).collect())
}
