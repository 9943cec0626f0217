//! Threads by name and number, and whose they are.

use crate::measurements::{Sample, ThreadKind, ThreadProfile};
use std::collections::BTreeMap;

/// Beginnings of names; Linux has 15 characters of a name, and so has async-profiler of native threads.
const COLLECTORS: &[&str] = &[
    "GC Thread",
    "GC task thread",
    "G1 ",
    "Gang worker",
    "Concurrent Mark",
    "ParGC",
    "ZWorker",
    "ZDriver",
    "ZDirector",
    "ZStat",
    "ZUn",
    "XWorker",
    "Shenandoah",
];
const COMPILERS: &[&str] = &["C1 CompilerThre", "C2 CompilerThre", "JVMCI"];
const OTHERS: &[&str] = &[
    "VM Thread",
    "VM Periodic Tas",
    "Signal Dispatch",
    "Service Thread",
    "Monitor Deflati",
    "Finalizer",
    "Reference Handl",
    "Common-Cleaner",
    "Notification T",
    "Sweeper thread",
    "Attach Listener",
    "Async-profiler",
    "JFR ",
];
/// The thread that started the JVM, and only waits for its end.
const LAUNCHER: &str = "java";
/// The main thread once `main` has returned.
const AFTER_MAIN: &str = "DestroyJavaVM";

/// The threads of a run, while their samples are added.
#[derive(Debug, Default)]
pub struct Threads(BTreeMap<(u64, String), Values>);

/// What was seen at a stack.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// The stack.
    pub stack: u32,
    /// How much, in the unit of the metric.
    pub value: f64,
    /// When, in ms since any time before the run.
    pub time: Option<u64>,
    /// Whether the stack has Java code.
    pub java: bool,
}

#[derive(Debug, Default)]
struct Values {
    /// By stack, and time if that is known.
    by_stack: BTreeMap<(u32, Option<u64>), f64>,
    java: bool,
}

impl Threads {
    /// Adds what was seen of a thread.
    pub fn add(&mut self, (id, name): (u64, &str), seen: Seen) {
        let name = if name == AFTER_MAIN { "main" } else { name };
        let values = self.0.entry((id, name.to_owned())).or_default();
        *values.by_stack.entry((seen.stack, seen.time)).or_default() += seen.value;
        values.java |= seen.java;
    }

    /// All of them, by number.
    #[must_use]
    pub fn profiles(self) -> Vec<ThreadProfile> {
        let first = self.0.values().flat_map(|values| values.by_stack.keys()).filter_map(|&(_, time)| time).min();
        let since = |time: u64| u32::try_from(time - first.unwrap_or(time)).unwrap_or(u32::MAX);
        let sample = |((stack, time), value): ((u32, Option<u64>), f64)| Sample { stack, value, time: time.map(since) };
        let profile = |((id, name), values): ((u64, String), Values)| ThreadProfile {
            kind: kind(&name, values.java),
            id,
            name,
            samples: values.by_stack.into_iter().map(sample).collect(),
        };
        self.0.into_iter().map(profile).collect()
    }
}

/// A thread of the JVM is known by its name. Collectors and compilers execute no Java code: a thread that does is the
/// program's, though it may have such a name.
pub(super) fn kind(name: &str, java: bool) -> ThreadKind {
    let is = |names: &[&str]| names.iter().any(|start| name.starts_with(start));
    match name {
        _ if !java && is(COLLECTORS) => ThreadKind::Collector,
        _ if !java && is(COMPILERS) => ThreadKind::Compiler,
        _ if is(OTHERS) || !java && (name.is_empty() || name == LAUNCHER) => ThreadKind::Jvm,
        _ => ThreadKind::Application,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_a_thread_is() {
        assert_eq!(kind("GC Thread#0", false), ThreadKind::Collector);
        assert_eq!(kind("GC Thread#0", true), ThreadKind::Application);
        assert_eq!(kind("C2 CompilerThre", false), ThreadKind::Compiler);
        assert_eq!(kind("Finalizer", true), ThreadKind::Jvm);
        assert_eq!(kind("", false), ThreadKind::Jvm);
        assert_eq!(kind("", true), ThreadKind::Application);
        assert_eq!(kind("pool-1-thread-1", false), ThreadKind::Application);
    }

    #[test]
    fn the_main_thread_keeps_its_name() {
        let mut threads = Threads::default();
        let seen = |value| Seen { stack: 0, value, time: None, java: true };
        threads.add((3, "main"), seen(1.0));
        threads.add((3, "DestroyJavaVM"), seen(2.0));
        let profiles = threads.profiles();
        assert_eq!((profiles.len(), profiles[0].samples[0].value), (1, 3.0));
    }

    #[test]
    fn times_begin_with_the_first_sample_of_all_threads() {
        let mut threads = Threads::default();
        let seen = |time| Seen { stack: 0, value: 1.0, time, java: true };
        threads.add((1, "a"), seen(Some(7_000_000_000_007)));
        threads.add((2, "b"), seen(Some(7_000_000_000_000)));
        threads.add((2, "b"), seen(None));
        let times: Vec<_> = threads.profiles().iter().flat_map(|of| of.samples.clone()).map(|of| of.time).collect();
        assert_eq!(times, [Some(7), None, Some(0)]);
    }
}
