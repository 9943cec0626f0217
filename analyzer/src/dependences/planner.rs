//! The planner: makes units of the operations of a thread, and plans paths and units for the passes.

use std::mem;
use std::sync::Arc;

use paratrace_replay::base::span;
use paratrace_replay::paths::Program;
use paratrace_replay::program::{Constructs, RegionId, is_reducible};
use paratrace_replay::stream::Chunk;
use paratrace_traceformat::map::{MethodId, ProgramMap};
use rustc_hash::FxHashMap;

use super::facts::Facts;
use super::initializers::is_initializer;
use super::plan::{Plan, Sequence, plan, reflects};
use crate::units::{Condenser, Known, Learner, Unit, Vocabulary};

/// A chunk whose repeated sequences are units, with the plans of new paths and units.
pub(crate) struct Prepared {
    pub(super) words: Vec<u32>,
    pub(super) paths: Vec<Arc<Plan>>,
    pub(super) units: Vec<Arc<Plan>>,
}

/// Prepares the chunks of one thread.
pub(crate) struct Planner<'m> {
    condenser: Condenser,
    plans: NewPlans<'m>,
}

impl<'m> Planner<'m> {
    /// Creates a planner to which two sequences are one if they follow each other so often.
    pub(crate) fn new(facts: &'m Facts<'m>, unit_times: u32) -> Self {
        let map = facts.map();
        let plans = NewPlans {
            facts,
            constructs: Constructs::new(map),
            vocabulary: Vocabulary::default(),
            are_plain: FxHashMap::default(),
            paths: Vec::new(),
            units: Vec::new(),
        };
        Self { condenser: Condenser::new(unit_times), plans }
    }

    /// Prepares the next chunk.
    pub(crate) fn take(&mut self, chunk: &Chunk) -> Prepared {
        let Self { condenser, plans } = self;
        chunk.programs.iter().for_each(|program| plans.add_program(program));
        condenser.take(&chunk.words, plans);
        Prepared {
            words: mem::take(&mut condenser.words),
            paths: mem::take(&mut plans.paths),
            units: mem::take(&mut plans.units),
        }
    }

    /// Returns what the words of all chunks mean.
    pub(crate) fn finish(self) -> Vocabulary {
        self.plans.vocabulary
    }
}

/// Plans what is new.
struct NewPlans<'m> {
    facts: &'m Facts<'m>,
    constructs: Constructs<'m>,
    vocabulary: Vocabulary,
    /// Of each method: whether its paths may be part of units.
    are_plain: FxHashMap<MethodId, bool>,
    /// Plans since the last chunk.
    paths: Vec<Arc<Plan>>,
    units: Vec<Arc<Plan>>,
}

impl NewPlans<'_> {
    fn add_program(&mut self, program: &Arc<Program>) {
        let Self { facts, constructs, are_plain, .. } = self;
        let map = facts.map();
        let plan = facts.plan_of_path(program, || {
            // A path has a plan, whatever it does.
            plan(map, constructs, &facts.points, &Sequence::of_path(program)).unwrap_or_default()
        });
        let method = program.script.method;
        let is_plain = *are_plain.entry(method).or_insert_with(|| is_plain(map, method));
        self.vocabulary.known.push(Known { slots: plan.slots, copies: plan.copies, is_plain });
        self.paths.push(plan);
        self.vocabulary.programs.push(Arc::clone(program));
    }
}

impl Learner for NewPlans<'_> {
    #[inline]
    fn known(&self, program: u32) -> Known {
        self.vocabulary.known[program as usize]
    }

    fn may_enter(&self, method: RegionId) -> bool {
        !self.facts.map().methods.get(method.index()).is_some_and(is_initializer)
    }

    fn learn(&mut self, unit: &Unit) -> bool {
        let Self { facts, constructs, vocabulary, .. } = self;
        let sequence = Sequence::of_unit(&unit.words, |number| &vocabulary.programs[number as usize]);
        let plan = plan(facts.map(), constructs, &facts.points, &sequence);
        let is_planned = plan.is_some();
        if is_planned {
            vocabulary.add_unit(unit);
        }
        self.units.extend(plan.map(Arc::new));
        is_planned
    }
}

/// Returns whether control enters all loops of a method at their headers only, and no call of it accesses fields by reflection. In others,
/// constructs may end in any order, and static fields that an instruction names are accessed where none does.
fn is_plain(map: &ProgramMap, method: MethodId) -> bool {
    let method = &map.methods[method.index()];
    map.blocks[span(&method.blocks)].iter().all(|block| is_reducible(map, block.loop_))
        && !method.instructions().any(|insn| reflects(map, insn))
}
