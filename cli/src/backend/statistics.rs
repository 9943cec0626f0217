//! Statistics of a run, of its shared data.

use super::shared::Strands;
use paratrace_analyzer::model::{Accesses, ArrayData, Indices, SharedData, SharedThread, TaskData, TaskKind};
use paratrace_analyzer::names::without_descriptor;
use paratrace_cost::{Counter, MethodTime, Platform, RunTimes, Statistics, ThreadStatistics};
use std::collections::BTreeMap;

/// The statistics of figure 10: what tasks did that ran within no other task. With them who the workers are, and how long a run on the
/// default platform takes.
pub(crate) fn statistics(data: &SharedData, ns_per_node: f64) -> Statistics {
    let us = |nodes: u64| (nodes as f64 * ns_per_node / 1e3).round() as u64;
    let mut platform = Platform::default();
    platform.processor.ns_per_node = ns_per_node;
    let strands = Strands::new(data);
    let run =
        RunTimes { time_us: (strands.time_ns(&platform) / 1e3).round() as u64, sequential_us: Some(us(data.nodes)) };
    Statistics { threads: threads(data, us), run: Some(run), workers: strands.workers(us) }
}

/// What each thread did as a task, or while it ran one.
fn threads(data: &SharedData, us: impl Fn(u64) -> u64) -> Vec<ThreadStatistics> {
    let mut methods: Vec<&str> = Vec::new();
    for task in data.tasks.iter().filter(|task| task.kind == TaskKind::Method) {
        if !methods.contains(&task.task.as_str()) {
            methods.push(&task.task);
        }
    }
    let thread = |(position, thread): (usize, &SharedThread)| {
        let tasks = data.tasks.iter().filter(|task| task.thread == position);
        let mut counters = Counters::default();
        for task in tasks.clone() {
            counters.add(0, task.scalars.outermost, None);
            task.arrays.iter().for_each(|array| counters.add(array.id, array.outermost, Some(array)));
        }
        let method = |task: &TaskData| {
            let number = methods.iter().position(|method| *method == task.task)? as u64 + 1;
            let method = without_descriptor(&task.task).replace('/', ".");
            Some(MethodTime { number, time_us: us(task.nodes), method: Some(method) })
        };
        ThreadStatistics {
            id: thread.id,
            main: thread.main,
            time_us: us(thread.nodes),
            class: None,
            name: Some(thread.name.clone()),
            methods: tasks.filter(|task| task.kind == TaskKind::Method).filter_map(method).collect(),
            counters: counters.all.into_values().filter(|counter| counter.reads + counter.writes > 0).collect(),
        }
    };
    data.threads.iter().enumerate().map(thread).collect()
}

#[derive(Default)]
struct Counters {
    all: BTreeMap<u64, Counter>,
}

impl Counters {
    fn add(&mut self, id: u64, accesses: Accesses, array: Option<&ArrayData>) {
        let counter = self.all.entry(id).or_insert_with(|| Counter { id, ..Counter::default() });
        counter.reads += accesses.reads;
        counter.writes += accesses.writes;
        counter.array = array.map(|array| array.kind.clone());
        counter.length = array.and_then(|array| array.length).map(u64::from);
        if let Some(array) = array {
            counter.read = hull(counter.read, &array.read);
            counter.written = hull(counter.written, &array.written);
        }
    }
}

/// The least and the greatest index, together with those known.
fn hull(known: Option<(u64, u64)>, indices: &Indices) -> Option<(u64, u64)> {
    let more = indices.bounds.map(|(first, last)| (u64::from(first), u64::from(last)));
    match (known, more) {
        (Some(known), Some(more)) => Some((known.0.min(more.0), known.1.max(more.1))),
        (known, more) => known.or(more),
    }
}
