//! Where the thread that lives longest waits: it hands out work, and waits until others have done it.

use super::Evidence;
use crate::measurements::{Metric, Version};
use crate::model::{MethodShare, Places, Point};
use crate::profile::{PartSelection, Profile, Selection, ThreadSelection, program_method};
use std::collections::BTreeMap;

/// Methods of the program in which that thread takes wall time and is on no processor.
pub(super) fn idle(evidence: Evidence, point: &Point) -> Option<Places> {
    let by_name = |(metric, part)| {
        let (version, threads) = (Version::Parallel, point.threads);
        let selection = Selection { version, threads, metric, part, of: ThreadSelection::All };
        Profile::by_thread(evidence.measured, evidence.classes, &selection, |thread| thread.name.as_str())
    };
    let lives = by_name((Metric::WallTime, PartSelection::All))?;
    let (thread, wall) = lives.into_iter().max_by(|a, b| a.1.total().total_cmp(&b.1.total()))?;
    let works = by_name((Metric::CpuTime, PartSelection::All))?.remove(thread);
    let mut waits = by_method(&wall);
    for (method, time) in works.iter().flat_map(by_method) {
        *waits.entry(method).or_default() -= time;
    }
    let in_regions = |metric| Some(by_name((metric, PartSelection::Parallel))?.get(thread).map_or(0.0, Profile::total));
    let working = in_regions(Metric::WallTime)? - in_regions(Metric::CpuTime)?;
    let all: f64 = waits.values().filter(|&&time| time > 0.0).sum();
    let mut methods = shares(waits, all);
    methods.truncate(evidence.settings.listed);
    let working = (working / all).clamp(0.0, 1.0);
    (!methods.is_empty()).then(|| Places::Waits { thread: thread.to_owned(), methods, working })
}

/// Time by the innermost method of the program, or by the innermost frame where there is none.
fn by_method<'m>(profile: &Profile<'m>) -> BTreeMap<&'m str, f64> {
    let measured = profile.measured;
    let mut times = BTreeMap::new();
    for (&stack, &time) in &profile.stacks {
        let Some(stack) = measured.stacks.get(stack as usize) else { continue };
        if let Some(method) = program_method(&stack.frames, &measured.frames) {
            *times.entry(method).or_default() += time;
        }
    }
    times
}

/// Methods with their shares of all waits, from the largest.
fn shares(waits: BTreeMap<&str, f64>, all: f64) -> Vec<MethodShare> {
    let share =
        |(method, time): (&str, f64)| MethodShare { method: method.to_owned(), share: time / all, within: None };
    let mut shares: Vec<_> = waits.into_iter().filter(|(_, time)| *time > 0.0).map(share).collect();
    shares.sort_by(|a, b| b.share.total_cmp(&a.share));
    shares
}
