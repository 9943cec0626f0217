//! Which loops, methods and calls of the program hand work to other threads.
//!
//! A *scope* is an open loop or activation of the program's own code, or a call of it into a traced JDK. When a strand hands out work, the
//! scopes that are open become *instances*, a tree over all strands: work that was handed out in one belongs to it, and to all around it.

use paratrace_replay::program::RegionId;
use paratrace_traceformat::map::InstructionId;

use crate::limits;

/// What a scope executes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Construct {
    /// A loop or a method.
    Region(RegionId),
    /// An instruction that calls the JDK.
    Call(InstructionId),
}

/// What is open in a strand.
#[derive(Debug)]
pub(super) struct Scope {
    construct: Construct,
    /// The region level of its thread.
    level: u32,
    /// The work of the strand before.
    work: u64,
    /// Its number, if work was handed out in it.
    instance: Option<u32>,
}

impl Scope {
    pub(super) const fn new(construct: Construct, level: u32, work: u64) -> Self {
        Self { construct, level, work, instance: None }
    }
}

/// A scope in which work was handed out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Instance {
    pub(super) construct: Construct,
    /// The instance around it, which has a lower number.
    pub(super) parent: Option<u32>,
    pub(super) strand: u32,
    /// The work of the strand before it, and at its end.
    pub(super) begin: u64,
    pub(super) end: u64,
}

/// A scope that is shown in a timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Activation {
    pub(super) construct: Construct,
    pub(super) strand: u32,
    /// The work of the strand before it, and at its end.
    pub(super) begin: u64,
    pub(super) end: u64,
}

/// What scopes become when they are closed.
#[derive(Debug, Default)]
pub(super) struct Closed {
    /// What handed out work.
    pub(super) instances: Vec<Instance>,
    /// The long ones, if a timeline is wanted.
    pub(super) activations: Option<Vec<Activation>>,
}

impl Closed {
    /// A scope of a strand is closed.
    fn take(&mut self, scope: &Scope, (strand, end): (u32, u64)) {
        if let Some(instance) = scope.instance.and_then(|number| self.instances.get_mut(number as usize)) {
            instance.end = end;
        }
        let Some(shown) = &mut self.activations else { return };
        if end - scope.work >= limits::SHOWN_ACTIVATION && shown.len() < limits::SHOWN_ACTIVATIONS {
            shown.push(Activation { construct: scope.construct, strand, begin: scope.work, end });
        }
    }
}

/// The open scopes of a strand.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    open: Vec<Scope>,
    /// The instance in which the strand was handed out.
    pub(super) origin: Option<u32>,
    /// The region level at which it began to hand out work.
    pub(super) hands: Option<u32>,
}

impl Scopes {
    pub(super) fn open(&mut self, scope: Scope) {
        self.open.push(scope);
    }

    /// Closes what is above a level, when a strand has done so much work.
    pub(super) fn close(&mut self, level: u32, by: (u32, u64), closed: &mut Closed) {
        while let Some(scope) = self.open.pop_if(|scope| scope.level > level) {
            closed.take(&scope, by);
        }
        self.hands = self.hands.filter(|&hands| hands <= level);
    }

    /// Returns the innermost instance, in which the strand hands out work now.
    pub(super) fn instance(&mut self, strand: u32, instances: &mut Vec<Instance>) -> Option<u32> {
        let known = self.open.iter().rposition(|scope| scope.instance.is_some());
        let mut parent = known.map_or(self.origin, |at| self.open[at].instance);
        for scope in &mut self.open[known.map_or(0, |at| at + 1)..] {
            let Scope { construct, work: begin, .. } = *scope;
            scope.instance = Some(instances.len() as u32);
            instances.push(Instance { construct, parent, strand, begin, end: u64::MAX });
            parent = scope.instance;
        }
        parent
    }
}
