//! Shared data of tasks: calls of the analyzer, and what its results are to the crate that computes costs.

use super::files::open;
use super::meter::watch;
use crate::failure::{Failure, Kind};
use paratrace_analyzer::model::{Order, SharedData, Strand, TaskKind};
use paratrace_analyzer::names::short;
use paratrace_analyzer::shared_data::{
    AccessTimes, SharedOptions, TaskSelection, Touch, default_tasks, shared as measure,
};
use paratrace_analyzer::{AnalyzeError, Options};
use paratrace_cost::{self as cost, Memory, MemoryFigures, Mode, Platform, Run, Worker, WorkerStatistics};
use std::collections::HashMap;
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
            let threads = crate::cores::available_cores();
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
        let names = self.names();
        let strand = |(number, strand): (usize, &Strand)| {
            let accesses = self.accesses(strand);
            let communication_ns = match mode {
                Mode::Trace => Some(strand.access_time),
                mode => mode.time_ns(accesses, platform),
            };
            let worker = self.is_worker(number);
            cost::Strand {
                name: names[number].clone(),
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
        let names = self.names();
        let worker = |(number, strand): (usize, &Strand)| Worker {
            name: names[number].clone(),
            time_ms: strand.nodes as f64 * ns_per_node / 1e6,
            accesses: self.accesses(strand),
            known: match traced {
                true => vec![(Mode::Trace, strand.access_time / 1e6)],
                false => Vec::new(),
            },
        };
        Run {
            name: name.to_owned(),
            sequential_ms: Some(self.data.nodes as f64 * ns_per_node / 1e6),
            time_ms: self.time_ns(platform) / 1e6,
            workers: self.of_workers().map(worker).collect(),
        }
    }

    /// The workers of the run for statistics; `us` tells how long nodes take.
    pub(super) fn workers(&self, us: impl Fn(u64) -> u64) -> Vec<WorkerStatistics> {
        let names = self.names();
        let worker = |((number, strand), place): ((usize, &Strand), u64)| WorkerStatistics {
            thread: self.data.threads[strand.thread].id,
            number: place,
            time_us: us(strand.nodes),
            name: Some(names[number].clone()),
            accesses: self.accesses(strand),
        };
        self.of_workers().zip(1..).map(worker).collect()
    }

    /// How long the run takes without communication, ns.
    pub(super) fn time_ns(&self, platform: &Platform) -> f64 {
        let mut silent = self.played(platform, Mode::Page);
        silent.iter_mut().for_each(|strand| strand.communication_ns = 0.0);
        cost::timeline(&silent, platform, platform.processor.ns_per_node).makespan_ns
    }

    fn of_workers(&self) -> impl Iterator<Item = (usize, &Strand)> {
        self.data.strands.iter().enumerate().filter(|(number, _)| self.is_worker(*number))
    }

    /// Threads have names; instances of methods are numbered, whatever thread runs them.
    fn names(&self) -> Vec<String> {
        let mut begun: HashMap<&str, u64> = HashMap::new();
        let mut name = |(strand, is_instance): (&Strand, &bool)| match strand.task.filter(|_| *is_instance) {
            Some(task) => {
                let method = short(&self.data.tasks[task].task);
                let number = begun.entry(method).or_insert(0);
                *number += 1;
                format!("{method} #{number}")
            }
            None => {
                let thread = &self.data.threads[strand.thread];
                format!("{} ({})", thread.name, thread.id)
            }
        };
        self.data.strands.iter().zip(&self.instances).map(&mut name).collect()
    }

    /// Whether a strand is a task that runs beside the main thread: another thread that is one, or began with a task method, or an
    /// instance of a task method, in whatever thread.
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
