//! What it means if a report does not list a dependence: the run lacks it, or the list is cut.

use std::collections::BTreeMap;

use paratrace_analyzer::Report;
use paratrace_analyzer::model::{Construct, EdgeKind};

use super::{ConstructPlace, SeenDependence};

/// What a report tells of the dependences of a construct that it does not list.
#[derive(Debug, Clone, Copy)]
struct Told {
    /// There are none.
    is_whole: bool,
    /// None of kind RAW violates.
    has_all_violating: bool,
}

/// What a report tells by not listing dependences.
#[derive(Debug)]
pub(super) struct Silence {
    constructs: BTreeMap<ConstructPlace, Told>,
    /// All dependences are listed.
    is_whole: bool,
    /// Constructs that are not listed did not run.
    lists_all_constructs: bool,
    /// It says for each construct how many of its dependences are left out.
    counts: bool,
}

impl Silence {
    pub(super) fn of(report: &Report) -> Self {
        let is_whole = report.edges_left_out == 0;
        let lists_all_constructs = report.left_out.constructs == 0;
        let counts = !lists_all_constructs || report.constructs.iter().any(|c| c.edges_left_out > 0);
        Self { constructs: BTreeMap::new(), is_whole, lists_all_constructs, counts }
    }

    /// Takes note of a construct.
    pub(super) fn add(&mut self, place: &ConstructPlace, construct: &Construct) {
        let raw = construct.edges.iter().filter(|edge| edge.kind == EdgeKind::Raw);
        let listed: u64 = raw.map(|edge| edge.violations).sum();
        let is_whole = self.counts && construct.edges_left_out == 0;
        let told = Told { is_whole, has_all_violating: listed == construct.violating_raw };
        self.constructs.insert(place.clone(), told);
    }

    /// Returns whether the run has no such dependence, or none that violates, if the one of the other run does.
    pub(super) fn means_none(&self, place: &ConstructPlace, kind: EdgeKind, seen: &SeenDependence) -> bool {
        self.is_whole
            || match self.constructs.get(place) {
                Some(told) => told.is_whole || (told.has_all_violating && kind == EdgeKind::Raw && seen.violations > 0),
                None => self.lists_all_constructs,
            }
    }
}
