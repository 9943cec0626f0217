//! Shared data of tasks: calls of the analyzer, and what its results are to the crate that computes costs.

use super::files::open;
use super::meter::watch;
use crate::failure::{Failure, Kind};
use paratrace_analyzer::model::{Accesses, Indices, Order, SharedData, Strand, TaskKind};
use paratrace_analyzer::names::{short, without_descriptor};
use paratrace_analyzer::shared_data::{
    AccessTimes, SharedOptions, TaskSelection, Touch, default_tasks, shared as measure,
};
use paratrace_analyzer::{self as analyzer, AnalyzeError, Options};
use paratrace_cost::{
    self as cost, Counter, Memory, MemoryFigures, MethodTime, Mode, Platform, Run, Statistics, ThreadStatistics, Worker,
};
use std::path::Path;

/// Measures the shared data of tasks: of those named, else of the obvious ones. `orders`: with what orders them. `platform` tells how long
/// accesses take.
pub(crate) fn shared(
    dir: &Path,
    tasks: &[String],
    (arrays, orders): (usize, bool),
    platform: Option<&Platform>,
) -> Result<(SharedData, Option<MemoryFigures>), Failure> {
    let trace = open(dir)?;
    let progress = watch(&trace, 0, "following");
    let failure = |error| {
        let task = matches!(error, AnalyzeError::NoTask(_));
        let failure = Failure::from_error(Kind::Input, error);
        if task { failure.advise("paratrace analyze DIR --json - lists threads and methods.") } else { failure }
    };
    let selection = match tasks {
        [] => {
            let threads = super::cores();
            let options = Options { threads, communication: None, progress: Some(&progress), ..Options::default() };
            default_tasks(&trace, &options).map_err(failure)?
        }
        named => TaskSelection::Named(named.to_vec()),
    };
    let options = SharedOptions { tasks: selection, arrays, orders, progress: Some(&progress) };
    let mut memory = platform.map(|platform| Simulated(Memory::new(platform)));
    let times = memory.as_mut().map(|memory| memory as &mut dyn AccessTimes);
    let found = measure(&trace, &options, times).map_err(failure)?;
    Ok((found, memory.map(|memory| memory.0.figures())))
}

struct Simulated(Memory);

impl AccessTimes for Simulated {
    fn access(&mut self, touch: Touch) -> f64 {
        self.0.access(touch.worker, touch.address, touch.write)
    }
}

/// The statistics of figure 10: what tasks did that ran within no other task.
pub(crate) fn statistics(data: &SharedData, ns_per_node: f64) -> Statistics {
    let us = |nodes: u64| (nodes as f64 * ns_per_node / 1e3).round() as u64;
    let mut methods: Vec<&str> = Vec::new();
    for task in data.tasks.iter().filter(|task| task.kind == TaskKind::Method) {
        if !methods.contains(&task.task.as_str()) {
            methods.push(&task.task);
        }
    }
    let thread = |(position, thread): (usize, &analyzer::model::SharedThread)| {
        let tasks = data.tasks.iter().filter(|task| task.thread == position);
        let mut counters = Counters::default();
        for task in tasks.clone() {
            counters.add(0, task.scalars.outermost, None);
            task.arrays.iter().for_each(|array| counters.add(array.id, array.outermost, Some(array)));
        }
        let method = |task: &analyzer::model::TaskData| {
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
    Statistics { threads: data.threads.iter().enumerate().map(thread).collect() }
}

#[derive(Default)]
struct Counters {
    all: std::collections::BTreeMap<u64, Counter>,
}

impl Counters {
    fn add(&mut self, id: u64, accesses: Accesses, array: Option<&analyzer::model::ArrayData>) {
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

/// What orders strands, as the model of costs sees it.
fn played_order(order: Order) -> cost::Order {
    match order {
        Order::Enters(lock) => cost::Order::Enters(lock),
        Order::Leaves(lock) => cost::Order::Leaves(lock),
        Order::Reaches(mark) => cost::Order::Reaches(mark),
        Order::Awaits(mark) => cost::Order::Awaits(mark),
    }
}

/// Strands of a run, as the model of costs sees them.
pub(crate) struct Strands<'d> {
    data: &'d SharedData,
    /// For each strand, true if it is an instance of a method, false if it is a thread.
    instances: Vec<bool>,
}

impl<'d> Strands<'d> {
    pub(crate) fn new(data: &'d SharedData) -> Self {
        let mut known = vec![false; data.threads.len()];
        let strands = data.strands.iter();
        // A thread's own strand comes first.
        let instances = strands.map(|strand| std::mem::replace(&mut known[strand.thread], true)).collect();
        Self { data, instances }
    }

    /// The strands that a timeline plays. `mode` tells how long accesses take.
    pub(crate) fn played(&self, platform: &Platform, mode: Mode) -> Vec<cost::Strand> {
        let mut begun = vec![0u64; self.data.tasks.len()];
        let strand = |(number, strand): (usize, &Strand)| {
            let accesses = self.accesses(strand);
            let communication_ns = match mode {
                Mode::Trace => Some(strand.access_time),
                mode => mode.time_ns(accesses, platform),
            };
            let worker = self.is_worker(number);
            cost::Strand {
                name: self.name(number, &mut begun),
                worker,
                nodes: strand.nodes,
                accesses: accesses.scalars + accesses.elements,
                // The main thread is no worker: what it accesses is its own.
                communication_ns: communication_ns.filter(|_| worker).unwrap_or(0.0),
                starts: strand.starts.clone(),
                awaits: strand.awaits.clone(),
                samples: strand.samples.clone(),
                orders: strand.orders.iter().map(|&(at, order)| (at, played_order(order))).collect(),
            }
        };
        self.data.strands.iter().enumerate().map(strand).collect()
    }

    /// The run for the figures of table 8; `traced`: a memory told how long accesses take.
    pub(crate) fn run(&self, name: &str, platform: &Platform, traced: bool) -> Run {
        let ns_per_node = platform.processor.ns_per_node;
        let mut silent = self.played(platform, Mode::Page);
        silent.iter_mut().for_each(|strand| strand.communication_ns = 0.0);
        let played = cost::timeline(&silent, platform, ns_per_node);
        let workers = silent.iter().enumerate().filter(|(_, strand)| strand.worker).map(|(number, strand)| Worker {
            name: strand.name.clone(),
            time_ms: strand.nodes as f64 * ns_per_node / 1e6,
            accesses: self.accesses(&self.data.strands[number]),
            known: match traced {
                true => vec![(Mode::Trace, self.data.strands[number].access_time / 1e6)],
                false => Vec::new(),
            },
        });
        Run {
            name: name.to_owned(),
            sequential_ms: Some(self.data.nodes as f64 * ns_per_node / 1e6),
            time_ms: played.makespan_ns / 1e6,
            workers: workers.collect(),
        }
    }

    /// Threads have names; instances of methods are numbered.
    fn name(&self, number: usize, begun: &mut [u64]) -> String {
        let strand = &self.data.strands[number];
        match strand.task.filter(|_| self.instances[number]) {
            Some(task) => {
                begun[task] += 1;
                format!("{} #{}", short(&self.data.tasks[task].task), begun[task])
            }
            None => {
                let thread = &self.data.threads[strand.thread];
                format!("{} ({})", thread.name, thread.id)
            }
        }
    }

    fn is_worker(&self, number: usize) -> bool {
        let strand = &self.data.strands[number];
        strand.task.is_some() && (self.instances[number] || !self.data.threads[strand.thread].main)
    }

    /// Accesses of a strand. Of a thread as a task, those that its counters have: they know the types of all arrays.
    fn accesses(&self, strand: &Strand) -> cost::Accesses {
        let task = strand.task.map(|task| &self.data.tasks[task]).filter(|task| task.kind == TaskKind::Thread);
        match task {
            Some(task) => {
                let (all, scalars) = (task.shared(), task.scalars.reads + task.scalars.writes);
                cost::Accesses { scalars, elements: all.reads + all.writes - scalars }
            }
            None => cost::Accesses { scalars: strand.scalars, elements: strand.elements },
        }
    }
}
