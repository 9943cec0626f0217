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

#[derive(Debug, Default)]
struct Values {
    by_stack: BTreeMap<u32, f64>,
    java: bool,
}

impl Threads {
    /// Adds what was seen at a stack of a thread. `java`: the stack has Java code.
    pub fn add(&mut self, (id, name): (u64, &str), stack: u32, value: f64, java: bool) {
        let name = if name == AFTER_MAIN { "main" } else { name };
        let values = self.0.entry((id, name.to_owned())).or_default();
        *values.by_stack.entry(stack).or_default() += value;
        values.java |= java;
    }

    /// All of them, by number.
    #[must_use]
    pub fn profiles(self) -> Vec<ThreadProfile> {
        let profile = |((id, name), values): ((u64, String), Values)| ThreadProfile {
            kind: kind(&name, values.java),
            id,
            name,
            samples: values.by_stack.into_iter().map(|(stack, value)| Sample { stack, value }).collect(),
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
        threads.add((3, "main"), 0, 1.0, true);
        threads.add((3, "DestroyJavaVM"), 0, 2.0, true);
        let profiles = threads.profiles();
        assert_eq!((profiles.len(), profiles[0].samples[0].value), (1, 3.0));
    }
}
