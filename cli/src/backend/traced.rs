//! What the trace of a measured run tells, as profiles.

use super::files::open;
use super::meter::watch;
use crate::failure::{Failure, Kind};
use paratrace_analyzer::model::Completeness;
use paratrace_analyzer::{SimulatedStack, SimulatedStacks, SimulatedThread, ThreadStacks, simulated_stacks, stacks};
use paratrace_cost::Platform;
use paratrace_scaling::measurements::{Metric, ThreadProfile};
use paratrace_scaling::profiles::{Tables, counted};
use paratrace_traceformat::trace::TraceDir;
use std::path::Path;

/// What a trace tells, by thread.
pub(crate) struct Profiles {
    pub(crate) bytecodes: Vec<ThreadProfile>,
    /// What is simulated, by metric; else why nothing is.
    pub(crate) simulated: Result<Vec<(Metric, Vec<ThreadProfile>)>, String>,
}

/// Reads what a trace tells by thread and stack; else what the trace lacks.
pub(crate) fn read_traced(
    trace: &Path,
    platform: &Platform,
    tables: &mut Tables,
) -> Result<Result<Profiles, String>, Failure> {
    let trace = open(trace)?;
    let progress = watch(&trace, 0, "simulating");
    let found =
        simulated_stacks(&trace, platform, &progress).map_err(|error| Failure::from_error(Kind::Input, error))?;
    match found {
        Some(found) => Ok(lack(&found.completeness).map_or_else(|| Ok(simulated(&found, platform, tables)), Err)),
        None => only_counted(&trace, tables),
    }
}

/// Counts executed instructions, which takes no memory to speak of.
fn only_counted(trace: &TraceDir, tables: &mut Tables) -> Result<Result<Profiles, String>, Failure> {
    let progress = watch(trace, 1, "counting the instructions of");
    let found = stacks(trace, &progress).map_err(|error| Failure::from_error(Kind::Input, error))?;
    if let Some(lack) = lack(&found.completeness) {
        return Ok(Err(lack));
    }
    let profile = |thread: &ThreadStacks| {
        let stacks = thread.stacks.iter().map(|(stack, nodes)| (stack.clone(), *nodes as f64));
        counted(&thread.name, stacks, tables)
    };
    let bytecodes = found.threads.iter().map(profile).collect();
    Ok(Ok(Profiles { bytecodes, simulated: Err("its threads access too much that they share".to_owned()) }))
}

fn lack(completeness: &Completeness) -> Option<String> {
    let reasons = || completeness.reasons.join("; ");
    (!completeness.complete).then(|| format!("the trace lacks a part of the run: {}", reasons()))
}

/// An amount of a metric, with its stack.
type Amount = (Vec<String>, f64);

/// The profiles of all metrics. Times are in nodes before, and in ns behind.
fn simulated(found: &SimulatedStacks, platform: &Platform, tables: &mut Tables) -> Profiles {
    let ns = platform.processor.ns_per_node;
    let mut profiles = |of: &dyn Fn(&SimulatedStack) -> Vec<Amount>| -> Vec<ThreadProfile> {
        let profile = |thread: &SimulatedThread| counted(&thread.name, thread.stacks.iter().flat_map(of), tables);
        found.threads.iter().map(profile).collect()
    };
    let own = |stack: &SimulatedStack, amount: f64| vec![(stack.methods.clone(), amount)];
    let time = |stack: &SimulatedStack| own(stack, (stack.nodes + stack.memory) as f64 * ns);
    let waits = |stack: &SimulatedStack| locks(stack, ns);
    let bytecodes = profiles(&|stack| own(stack, stack.nodes as f64));
    if let Some(reason) = &found.not_simulated {
        return Profiles { bytecodes, simulated: Err(reason.clone()) };
    }
    let mut simulated = vec![
        (Metric::SimulatedTime, profiles(&time)),
        (Metric::SimulatedMisses, profiles(&|stack| own(stack, stack.misses as f64))),
        (Metric::SimulatedLockTime, profiles(&waits)),
        (Metric::SimulatedWallTime, profiles(&|stack| [time(stack), waits(stack)].concat())),
    ];
    for (level, metric) in Metric::FURTHER_MISSES.into_iter().enumerate().take(platform.levels.len()) {
        simulated.push((metric, profiles(&|stack| own(stack, stack.further_misses[level] as f64))));
    }
    Profiles { bytecodes, simulated: Ok(simulated) }
}

/// Waiting for locks, each as the innermost frame, as profilers have it.
fn locks(stack: &SimulatedStack, ns: f64) -> Vec<Amount> {
    let with = |lock: &String| stack.methods.iter().chain([lock]).cloned().collect();
    stack.waits.iter().map(|(lock, &nodes)| (with(lock), nodes as f64 * ns)).collect()
}
