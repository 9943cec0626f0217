//! Candidates: the selection of loops and methods to simulate.

use std::collections::HashMap;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::program::names::is_called;
use paratrace_replay::program::{RegionId, first_pc};
use paratrace_traceformat::map::{LoopId, MethodId, ProgramMap};

use super::pass::Wanted;
use super::rules::Rung;
use crate::model::{Loop, MethodFigures, Report, SimulatedKind};

/// A selection of candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// As many as given, those with the best bounds of their speed-up first.
    Best(usize),
    /// The named ones.
    Named(Vec<Name>),
    /// Every loop and method that was executed.
    All,
}

/// The name of a candidate, as users write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Name {
    /// The loops whose header is at this line of a source file.
    Loop {
        /// Name of the source file, without folder.
        file: String,
        /// Line number.
        line: i32,
    },
    /// The methods of this name: `name`, `Class.name` or `pkg.Class.name`, with descriptor or without.
    Method(String),
}

/// A loop or method of the report that may be simulated.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) region: RegionId,
    pub(super) kind: SimulatedKind,
    pub(super) method: String,
    pub(super) header_pc: u32,
    pub(super) file: Option<String>,
    pub(super) line: i32,
    /// Whether it is a method that calls itself, directly or not.
    pub(super) recursive: bool,
    /// Lower bound of the run's time, in nodes, if only this candidate runs in parallel.
    bound: f64,
}

/// The machine that bounds depend on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Machine {
    pub(super) cores: u32,
    pub(super) task_cost: u64,
}

/// Selects candidates of a report.
pub(super) fn choose(
    map: &ProgramMap,
    report: &Report,
    selection: &Selection,
    machine: Machine,
) -> Result<Vec<Candidate>, AnalyzeError> {
    let mut all = all(map, report, machine);
    match selection {
        Selection::Best(count) => {
            let nodes = report.nodes as f64;
            all.retain(|candidate| candidate.bound < nodes);
            all.sort_by(|a, b| a.bound.total_cmp(&b.bound));
            all.truncate(*count);
            Ok(all)
        }
        Selection::All => Ok(all),
        Selection::Named(names) => {
            for name in names {
                if !all.iter().any(|candidate| name.is(candidate)) {
                    return Err(AnalyzeError::NoCandidate(name.to_string()));
                }
            }
            all.retain(|candidate| names.iter().any(|name| name.is(candidate)));
            Ok(all)
        }
    }
}

fn all(map: &ProgramMap, report: &Report, machine: Machine) -> Vec<Candidate> {
    let regions = regions(map);
    let at = |method: &str, pc: Option<u32>| regions.get(&(method.to_owned(), pc)).copied();
    let loops = report.loops.iter().filter_map(|l| {
        Some(Candidate {
            region: at(&l.method, Some(l.header_pc))?,
            kind: SimulatedKind::Loop,
            method: l.method.clone(),
            header_pc: l.header_pc,
            file: l.file.clone(),
            line: l.line,
            recursive: false,
            bound: loop_bound(l, report.nodes as f64, machine),
        })
    });
    let methods = report.methods.iter().filter_map(|m| {
        Some(Candidate {
            region: at(&m.method, None)?,
            kind: SimulatedKind::Method,
            method: m.method.clone(),
            header_pc: 0,
            file: m.file.clone(),
            line: m.line,
            // In recursions, nodes of inner calls count for the outer ones, too.
            recursive: m.nodes > (m.influence * report.nodes as f64).round() as u64,
            bound: method_bound(m, report.nodes as f64, machine),
        })
    });
    loops.chain(methods).collect()
}

/// Maps method and header to regions; the header of a method is `None`.
fn regions(map: &ProgramMap) -> HashMap<(String, Option<u32>), RegionId> {
    let mut regions = HashMap::new();
    for (method, number) in map.methods.iter().zip(MethodId::all()) {
        let name = map.method_name(number);
        for looped in method.loops.clone().map(LoopId::new) {
            let pc = first_pc(map, map.loops[looped.index()].header);
            regions.insert((name.clone(), Some(u32::from(pc))), RegionId::of_loop(map, looped));
        }
        regions.insert((name, None), RegionId::of_method(number));
    }
    regions
}

/// Bounds the run's time from below with the iterations as tasks. Nodes outside of the loop run serially. Inside,
/// cores, data and the number of iterations limit the speed, and tasks are created one after the other.
fn loop_bound(l: &Loop, nodes: f64, machine: Machine) -> f64 {
    let inside = l.influence * nodes;
    let tasks = l.iterations as f64;
    let width = f64::from(machine.cores).min(l.parallelism).min(tasks / l.instances.max(1) as f64).max(1.0);
    nodes - inside + (inside / width).max(tasks * machine.task_cost as f64)
}

/// Bounds the run's time from below with the calls as tasks. The callers create the tasks and run the rest, and no call
/// is faster than the mean one.
fn method_bound(m: &MethodFigures, nodes: f64, machine: Machine) -> f64 {
    let (inside, calls) = (m.influence * nodes, m.activations as f64);
    let callers = nodes - inside + calls * machine.task_cost as f64;
    callers.max(inside / calls.max(1.0)).max(nodes / f64::from(machine.cores))
}

impl Candidate {
    /// Returns the order for a pass: this candidate on these rungs.
    pub(super) fn wanted(&self, rungs: Vec<Rung>) -> Wanted {
        Wanted { region: self.region, recursive: self.recursive, rungs }
    }
}

impl Name {
    fn is(&self, candidate: &Candidate) -> bool {
        match self {
            Name::Loop { file, line } => {
                candidate.kind == SimulatedKind::Loop
                    && candidate.line == *line
                    && candidate.file.as_ref().is_some_and(|known| known == file)
            }
            Name::Method(name) => candidate.kind == SimulatedKind::Method && is_called(&candidate.method, name),
        }
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Name::Loop { file, line } => write!(f, "loop at {file}:{line}"),
            Name::Method(name) => write!(f, "method {name}"),
        }
    }
}
