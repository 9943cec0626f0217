//! What is known of a program before any of its threads is looked at. There may be many threads, each of which does little.

use std::sync::{Arc, OnceLock};

use paratrace_replay::base::shared_values::SharedValues;
use paratrace_replay::paths::{Program, SharedPaths};
use paratrace_replay::program::Lifetimes;
use paratrace_traceformat::map::ProgramMap;

use super::plan::Plan;
use super::points::Points;

/// Facts of a program that the passes over all its threads share.
pub(crate) struct Facts<'m> {
    pub(super) points: Points<'m>,
    /// Found when the first pass asks for them, as an analysis may have none that does.
    lifetimes: OnceLock<Lifetimes>,
    /// State that its threads share, if there are several.
    shared: Option<Shared>,
}

/// State that threads share which run the same code.
#[derive(Default)]
struct Shared {
    paths: Arc<SharedPaths>,
    plans: SharedValues<PlaceInMemory, Planned>,
}

/// Where a compiled path lies, which tells it from all others as long as it is there.
type PlaceInMemory = usize;

/// A compiled path and its plan.
#[derive(Clone)]
struct Planned {
    plan: Arc<Plan>,
    /// Keeps the path where it is.
    _path: Arc<Program>,
}

impl<'m> Facts<'m> {
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        Self { points: Points::new(map), lifetimes: OnceLock::new(), shared: None }
    }

    /// Facts that several threads use, which share what they compile.
    pub(crate) fn of_threads(map: &'m ProgramMap) -> Self {
        Self { shared: Some(Shared::default()), ..Self::new(map) }
    }

    /// Returns the paths that threads have compiled, if there are several.
    pub(crate) fn shared_paths(&self) -> Option<&Arc<SharedPaths>> {
        self.shared.as_ref().map(|shared| &shared.paths)
    }

    /// Returns the plan of a compiled path, which `make_plan` makes if no thread has one yet.
    pub(super) fn plan_of_path(&self, path: &Arc<Program>, make_plan: impl FnOnce() -> Plan) -> Arc<Plan> {
        let Some(Shared { plans, .. }) = &self.shared else { return Arc::new(make_plan()) };
        let place = Arc::as_ptr(path) as PlaceInMemory;
        let make_planned = || Planned { plan: Arc::new(make_plan()), _path: Arc::clone(path) };
        plans.get_or_make(place, make_planned).plan
    }

    pub(super) fn map(&self) -> &'m ProgramMap {
        self.points.map
    }

    pub(super) fn lifetimes(&self) -> &Lifetimes {
        self.lifetimes.get_or_init(|| Lifetimes::new(self.map()))
    }
}
