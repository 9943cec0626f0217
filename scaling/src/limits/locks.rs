//! Locks that threads wait for in parallel regions.

use super::Evidence;
use crate::measurements::Version;
use crate::model::{LockPlace, Places, Point};
use crate::profile::{PartSelection, Profile, Selection, ThreadSelection, program_method};
use std::collections::BTreeMap;

/// Locks, from the longest waits.
pub(super) fn locks(evidence: Evidence, point: &Point) -> Option<Places> {
    let selection = Selection {
        version: Version::Parallel,
        threads: point.threads,
        metric: evidence.metrics.locks,
        part: PartSelection::Parallel,
        of: ThreadSelection::All,
    };
    let profile = Profile::of(evidence.measured, evidence.classes, &selection)?;
    let total = profile.total();
    let mut waits: BTreeMap<&str, BTreeMap<&str, f64>> = BTreeMap::new();
    for (&stack, &value) in &profile.stacks {
        if let Some((lock, method)) = place(evidence, stack) {
            *waits.entry(lock).or_default().entry(method).or_default() += value;
        }
    }
    let scale = point.lock_scale.unwrap_or(1.0);
    let mut locks: Vec<_> = waits.into_iter().filter_map(|(lock, methods)| of(lock, &methods, total, scale)).collect();
    locks.sort_by(|a, b| b.wait_ns.total_cmp(&a.wait_ns));
    locks.truncate(evidence.settings.listed);
    (!locks.is_empty()).then_some(Places::Locks { locks })
}

/// The lock of a stack, which is its last frame, and the method of the program that waits for it, or the innermost one.
fn place(evidence: Evidence<'_>, stack: u32) -> Option<(&str, &str)> {
    let names = &evidence.measured.frames;
    let (lock, methods) = evidence.measured.stacks.get(stack as usize)?.frames.split_last()?;
    let lock = names.get(*lock as usize)?;
    // Some profilers mark what is no method.
    Some((lock.strip_suffix("_[i]").unwrap_or(lock), program_method(methods, names)?))
}

fn of(lock: &str, methods: &BTreeMap<&str, f64>, total: f64, scale: f64) -> Option<LockPlace> {
    let wait: f64 = methods.values().sum();
    let (method, _) = methods.iter().max_by(|a, b| a.1.total_cmp(b.1))?;
    (wait > 0.0).then(|| LockPlace {
        lock: lock.to_owned(),
        method: (*method).to_owned(),
        wait_ns: wait * scale,
        share: wait / total,
    })
}
