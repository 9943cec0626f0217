//! Candidates: the selection of loops and methods to simulate.

use std::collections::HashMap;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::program::names::is_called;
use paratrace_replay::program::{ConstructId, RegionId, first_pc};
use paratrace_traceformat::map::{LoopId, MethodId, ProgramMap};

use super::divisions::{Division, Work, divisions};
use super::pass::Wanted;
use super::rules::Rung;
use super::run::Simulator;
use crate::model::{self, CandidateKind, Loop, Report, SimulatedKind};

/// A selection of candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// As many of the report's candidates as given, in its order.
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
    /// Its tasks.
    pub(super) construct: ConstructId,
    pub(super) kind: SimulatedKind,
    pub(super) method: String,
    pub(super) header_pc: u32,
    pub(super) file: Option<String>,
    pub(super) line: i32,
    /// Whether it is a method that calls itself, directly or not.
    pub(super) recursive: bool,
    work: Work,
}

/// Selects candidates of a report.
pub(super) fn choose(map: &ProgramMap, report: &Report, selection: &Selection) -> Result<Vec<Candidate>, AnalyzeError> {
    let mut all = all(map, report);
    match selection {
        Selection::Best(count) => {
            let known = report.candidates.iter().take(*count);
            Ok(known.filter_map(|known| all.iter().find(|candidate| candidate.is(known)).cloned()).collect())
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

/// Lists all loops and methods of a report.
pub(super) fn all(map: &ProgramMap, report: &Report) -> Vec<Candidate> {
    let regions = regions(map);
    let at = |method: &str, pc: Option<u32>| {
        regions.get(&(method.to_owned(), pc)).map(|&region| ConstructId::of_region(region))
    };
    let loops = report.loops.iter().filter_map(|l| {
        Some(Candidate {
            construct: at(&l.method, Some(l.header_pc))?,
            kind: SimulatedKind::Loop,
            method: l.method.clone(),
            header_pc: l.header_pc,
            file: l.file.clone(),
            line: l.line,
            recursive: false,
            work: iterations(l),
        })
    });
    let methods = report.methods.iter().filter_map(|m| {
        // In recursions, nodes of inner calls count for the outer ones, too.
        let recursive = m.nodes > (m.influence * report.nodes as f64).round() as u64;
        Some(Candidate {
            construct: at(&m.method, None)?,
            kind: SimulatedKind::Method,
            method: m.method.clone(),
            header_pc: 0,
            file: m.file.clone(),
            line: m.line,
            recursive,
            work: if recursive { Work::Recursion } else { Work::Calls },
        })
    });
    let streams = report.candidates.iter().filter(|known| known.kind == CandidateKind::Stream);
    let streams = streams.filter_map(|known| stream(map, known));
    loops.chain(methods).chain(streams).collect()
}

fn stream(map: &ProgramMap, known: &model::Candidate) -> Option<Candidate> {
    let (method, _) = map.methods.iter().zip(MethodId::all()).find(|(_, n)| map.method_name(*n) == known.method)?;
    let call = method.instructions().find(|call| u32::from(map.insns.pc[call.index()]) == known.pc)?;
    let rounds = known.tasks as f64 / known.instances.max(1) as f64;
    Some(Candidate {
        construct: ConstructId::of_callbacks(map, call),
        kind: SimulatedKind::Stream,
        method: known.method.clone(),
        header_pc: known.pc,
        file: known.file.clone(),
        line: known.line,
        recursive: false,
        work: Work::Iterations { rounds, duration: known.duration_mean },
    })
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

/// Returns the work of a loop. The last test of an instance counts as an iteration, but is hardly work.
fn iterations(l: &Loop) -> Work {
    let instances = l.instances.max(1) as f64;
    let rounds = (l.iterations as f64 / instances - 1.0).max(1.0);
    Work::Iterations { rounds, duration: l.nodes as f64 / instances / rounds }
}

impl Candidate {
    /// Returns the order for a pass: this candidate on these rungs.
    pub(super) fn wanted(&self, rungs: Vec<Rung>, simulator: &Simulator<'_, '_>) -> Wanted {
        Wanted { construct: self.construct, recursive: self.recursive, rungs, divisions: self.divisions(simulator) }
    }

    /// Lists the sizes of tasks to try, those for the fewest cores first.
    pub(super) fn divisions(&self, simulator: &Simulator<'_, '_>) -> Vec<Division> {
        divisions(self.work, simulator.cores, simulator.task_cost)
    }

    /// Returns whether the advice of a report is about this candidate.
    pub(super) fn is(&self, known: &model::Candidate) -> bool {
        let kind = match known.kind {
            CandidateKind::Loop => SimulatedKind::Loop,
            CandidateKind::Call => SimulatedKind::Method,
            CandidateKind::Stream => SimulatedKind::Stream,
        };
        (kind, &known.method, known.pc) == (self.kind, &self.method, self.header_pc)
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
