//! Methods of a profile, from the one that has most.

use super::{Profile, is_program};
use std::collections::{BTreeMap, BTreeSet};

/// A callee with this share of a method is all that the method is about: where to look is the callee.
const PASSED_ON: f64 = 0.95;

/// A method.
#[derive(Debug, Clone)]
pub(crate) struct Method<'m> {
    pub(crate) name: &'m str,
    pub(crate) frame: u32,
    pub(crate) count: f64,
    /// The method of the program from which it has most, if it is none itself.
    pub(crate) within: Option<&'m str>,
}

/// Methods that were executing.
pub(crate) fn innermost<'m>(profile: &Profile<'m>) -> Vec<Method<'m>> {
    let mut found = Table::default();
    for (frames, value) in stacks(profile) {
        if let Some((&last, callers)) = frames.split_last() {
            found.add(last, value, callers, &profile.measured.frames);
        }
    }
    found.sorted(&profile.measured.frames)
}

/// Methods that were executing or waiting for what they called, each counted once per stack, without those that only pass
/// on to one other.
pub(crate) fn inclusive<'m>(profile: &Profile<'m>) -> Vec<Method<'m>> {
    let (mut found, calls) = called(profile);
    for ((caller, _), count) in calls {
        if found.0.get(&caller).is_some_and(|entry| count >= entry.count * PASSED_ON) {
            found.0.remove(&caller);
        }
    }
    found.sorted(&profile.measured.frames)
}

/// The same with those that only pass on.
pub(crate) fn inclusive_of_all<'m>(profile: &Profile<'m>) -> Vec<Method<'m>> {
    called(profile).0.sorted(&profile.measured.frames)
}

/// Methods, and what of them is of each call.
fn called(profile: &Profile) -> (Table, BTreeMap<(u32, u32), f64>) {
    let mut found = Table::default();
    let mut calls = BTreeMap::new();
    for (frames, value) in stacks(profile) {
        let mut seen = BTreeSet::new();
        for (index, &frame) in frames.iter().enumerate() {
            if !seen.insert(frame) {
                continue;
            }
            found.add(frame, value, &frames[..index], &profile.measured.frames);
            // Only a callee that is not on the stack yet: methods that call each other must not hide each other.
            if let Some(caller) = index.checked_sub(1) {
                *calls.entry((frames[caller], frame)).or_default() += value;
            }
        }
    }
    (found, calls)
}

/// Frames of methods, and what was counted there.
fn stacks<'p>(profile: &'p Profile<'_>) -> impl Iterator<Item = (&'p [u32], f64)> {
    let measured = profile.measured;
    profile.stacks.iter().filter_map(|(&index, &value)| Some((&measured.stacks.get(index as usize)?.frames[..], value)))
}

#[derive(Debug, Default)]
struct Entry {
    count: f64,
    within: BTreeMap<u32, f64>,
}

#[derive(Debug, Default)]
struct Table(BTreeMap<u32, Entry>);

impl Table {
    fn add(&mut self, method: u32, value: f64, callers: &[u32], names: &[String]) {
        let program = |frame: u32| names.get(frame as usize).is_some_and(|name| is_program(name));
        let entry = self.0.entry(method).or_default();
        entry.count += value;
        if program(method) {
            return;
        }
        if let Some(&caller) = callers.iter().rev().find(|&&frame| program(frame)) {
            *entry.within.entry(caller).or_default() += value;
        }
    }

    fn sorted(self, names: &[String]) -> Vec<Method<'_>> {
        let name = |frame: u32| names.get(frame as usize).map(String::as_str);
        let method = |(frame, entry): (u32, Entry)| {
            let within =
                entry.within.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).and_then(|(caller, _)| name(caller));
            Some(Method { name: name(frame)?, frame, count: entry.count, within })
        };
        let mut methods: Vec<_> = self.0.into_iter().filter_map(method).filter(|method| method.count > 0.0).collect();
        methods.sort_by(|a, b| b.count.total_cmp(&a.count).then_with(|| a.name.cmp(b.name)));
        methods
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measurements::{Measurements, Stack};

    fn measured() -> Measurements {
        let frames = ["Main.main", "Main.run", "Main.tally", "java.util.HashMap.get", "Main.print"];
        let stacks: [&[u32]; 4] = [&[0, 1], &[0, 1, 2], &[0, 1, 2, 3], &[0, 4]];
        Measurements {
            frames: frames.map(str::to_owned).into(),
            stacks: stacks.map(|frames| Stack { frames: frames.to_vec() }).into(),
            ..Measurements::default()
        }
    }

    fn told(methods: Vec<Method>) -> Vec<String> {
        methods.iter().map(|m| format!("{} {} {}", m.name, m.count, m.within.unwrap_or("-"))).collect()
    }

    #[test]
    fn methods_of_a_profile() {
        let measured = measured();
        let stacks = [(0, 10.0), (1, 30.0), (2, 50.0), (3, 2.0)].into();
        let profile = Profile { measured: &measured, stacks };
        let expected = ["java.util.HashMap.get 50 Main.tally", "Main.tally 30 -", "Main.run 10 -", "Main.print 2 -"];
        assert_eq!(told(innermost(&profile)), expected);
        // Nearly all of `main` is `run`.
        let expected = ["Main.run 90 -", "Main.tally 80 -", "java.util.HashMap.get 50 Main.tally", "Main.print 2 -"];
        assert_eq!(told(inclusive(&profile)), expected);
    }
}
