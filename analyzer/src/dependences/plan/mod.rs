//! Plans: the steps that the dependence passes take for a path or a unit of paths, decided once.
//!
//! What happens within a unit is known when it is planned: which instances of constructs begin and end, and the edges between two
//! accesses of the same local or static field, with their distances. Such edges are counted by multiplying with the executions. What
//! remains to be done for each execution are accesses that meet other paths, and constructs that reach beyond the unit.

mod accesses;
mod context;
mod live;
mod nest;
mod order;
mod pairs;
mod sequence;
mod sites;

use std::ops::Range;
use std::sync::Arc;

use paratrace_replay::paths::accesses::Place;
use paratrace_replay::program::{ConstructId, Constructs, RegionId};
use paratrace_traceformat::map::{BlockId, InstructionId, ProgramMap};

use super::edges::{Key, Kind, Stat};
use super::points::Points;
use crate::units::UNIT;
use accesses::Accesses;
pub(crate) use context::Context;
use nest::Nest;
pub(crate) use sequence::{Sequence, reflects};
#[cfg(test)]
pub(crate) use sites::Inside;
pub(crate) use sites::{Site, Sites};

/// One step of a pass. `node` counts from the beginning of the unit; cells are relative to the frame of its first path. `site` is the
/// place of the step among the sites of the forward pass, or [`NO_SITE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Op {
    /// A location is read.
    Read { place: Place, node: u32, insn: InstructionId },
    /// A location is written.
    Write { place: Place, node: u32, insn: InstructionId, site: u32 },
    /// A location is written that the unit writes again: nobody else sees this write.
    Overwrite { place: Place, node: u32, insn: InstructionId },
    /// A location is written whose edge to the write before lies within the unit, or that has none.
    Set { place: Place, node: u32, insn: InstructionId, site: u32 },
    /// An activation that begins with the unit reads or writes a cell first: only its call can have written it before.
    Given { kind: Kind, cell: u32, node: u32, insn: InstructionId },
    /// A call of untraced code that only looks at the state of an object.
    Look {
        kind: Kind,
        place: Place,
        node: u32,
        insn: InstructionId,
        site: u32,
        /// It may look at objects that the object holds.
        inside: bool,
        /// A stream is made of the elements of the object, which looks at them later.
        streams: bool,
    },
    /// A call of untraced code that may change the state of an object.
    Change {
        kind: Kind,
        place: Place,
        node: u32,
        insn: InstructionId,
        site: u32,
        /// It may also change what that object shares state with.
        through: bool,
        /// It may look at objects that the object holds.
        inside: bool,
        /// The change shows to those that look inside what holds the object.
        shows: bool,
    },
    /// Untraced code has initialised an object, which nothing holds.
    Made { place: Place },
    /// An object is given to untraced code, which may have something keep it.
    Handed { place: Place },
    /// A call that copies array elements: it takes the next group of copies of the unit.
    Copy { node: u32, insn: InstructionId, site: u32 },
    /// An activation begins that reaches beyond the unit.
    Enter { region: RegionId, node: u32 },
    /// A loop begins that reaches beyond the unit, with its first iteration.
    Loop { region: RegionId, node: u32 },
    /// The next iteration begins of a loop that reaches beyond the unit.
    Next { node: u32 },
    /// Levels end that began before the unit.
    Exit { levels: u32, node: u32 },
    /// A conditional begins that reaches beyond the unit.
    Open { construct: ConstructId, join: BlockId, node: u32 },
    /// An activation, the first iteration of a loop, or a conditional begins, and ends at node `end`.
    Begin { construct: ConstructId, node: u32, end: u32 },
    /// A loop begins, and ends at node `end`.
    BeginLoop { node: u32, end: u32 },
    /// Another iteration of the innermost loop begins, and ends at node `end`.
    BeginNext { construct: ConstructId, node: u32, end: u32 },
    /// The instance of an earlier `Begin`, `BeginLoop` or `BeginNext` ends. The construct of a loop is `NONE`.
    End { construct: ConstructId, node: u32, end: u32 },
    /// Control arrives at a block, having left `left` levels that began before the unit.
    Arrive { block: BlockId, left: u32, node: u32 },
    /// What follows happens inside of this context of the plan.
    Within { context: u32 },
    /// A level of the unit is left, the level of this context of the plan is the innermost one then.
    Left { context: u32 },
    /// Remembers the innermost open instance and the site in a register, for the head of a later `Pair`.
    Mark { register: u32, node: u32, insn: InstructionId, site: u32 },
    /// An edge within the unit, with the end of an older construct between its head and its tail. `head` and `tail` are
    /// node and instruction.
    Pair { register: u32, kind: Kind, head: (u32, InstructionId), tail: (u32, InstructionId) },
    /// A returned value moves from one cell to another.
    Moved { from: u32, to: u32 },
    /// A cell holds no returned value.
    Cleared { cell: u32 },
}

/// No site: the step is inside of no known instance of the unit.
pub(crate) const NO_SITE: u32 = u32::MAX;

impl Op {
    /// Returns instruction, node and site of a step that may be the head of edges that end later.
    fn as_head(&mut self) -> Option<(InstructionId, u32, &mut u32)> {
        use Op::{Change, Copy, Look, Mark, Set, Write};
        match self {
            Write { node, insn, site, .. } | Set { node, insn, site, .. } | Mark { node, insn, site, .. } => {
                Some((*insn, *node, site))
            }
            Look { node, insn, site, .. } | Change { node, insn, site, .. } | Copy { node, insn, site } => {
                Some((*insn, *node, site))
            }
            _ => None,
        }
    }

    /// Returns the number of the slot that the step uses, if the replay resolved it.
    pub(crate) fn resolved(&self) -> Option<u32> {
        use Op::{Change, Handed, Look, Overwrite, Read, Set, Write};
        match *self {
            Read { place, .. } | Write { place, .. } | Overwrite { place, .. } | Set { place, .. } => place.resolved(),
            Look { place, .. } | Change { place, .. } | Handed { place } => place.resolved(),
            _ => None,
        }
    }
}

/// The steps of both passes for one unit.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Number of nodes.
    pub(crate) nodes: u32,
    /// Number of slots that the replay resolves.
    pub(crate) slots: u32,
    /// Steps that find RAW and WAW edges.
    pub(crate) forward: Box<[Op]>,
    /// Steps that find WAR edges, executed from the last to the first.
    pub(crate) backward: Box<[Op]>,
    /// The sites of the forward pass.
    pub(crate) sites: Sites,
    /// The contexts of steps of either pass.
    pub(crate) contexts: Box<[Context]>,
    /// Number of copies of array elements.
    pub(crate) copies: u32,
    pub(crate) fixed: Fixed,
}

/// A plan, and how often it was executed.
#[derive(Debug, Default)]
pub(crate) struct Planned {
    pub(crate) plan: Arc<Plan>,
    pub(crate) executed: u64,
    /// Number of its first site among all.
    pub(crate) first_site: u32,
}

/// The plans of all paths and units, by their numbers in the stream.
#[derive(Debug, Default)]
pub(crate) struct Plans {
    pub(crate) paths: Vec<Planned>,
    pub(crate) units: Vec<Planned>,
}

impl Plans {
    /// Adds plans of further paths and units; `add_sites` returns the number of the first site of each.
    pub(crate) fn add(
        &mut self,
        paths: Vec<Arc<Plan>>,
        units: Vec<Arc<Plan>>,
        mut add_sites: impl FnMut(&Plan) -> u32,
    ) {
        let mut planned = |plan: Arc<Plan>| Planned { first_site: add_sites(&plan), plan, executed: 0 };
        self.paths.extend(paths.into_iter().map(&mut planned));
        self.units.extend(units.into_iter().map(planned));
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> &Planned {
        match number & UNIT {
            0 => &self.paths[number as usize],
            _ => &self.units[(number & !UNIT) as usize],
        }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, number: u32) -> &mut Planned {
        match number & UNIT {
            0 => &mut self.paths[number as usize],
            _ => &mut self.units[(number & !UNIT) as usize],
        }
    }

    pub(crate) fn each(&self) -> impl Iterator<Item = &Planned> {
        self.paths.iter().chain(&self.units)
    }
}

/// Sums that every execution of the unit adds.
#[derive(Debug, Default)]
pub(crate) struct Fixed {
    /// Number of edges per kind.
    pub(crate) totals: [u64; 3],
    pub(crate) edges: Box<[(Key, Stat)]>,
    /// Constructs that begin and end within the unit: construct, instances, nodes.
    pub(crate) extents: Box<[(ConstructId, u64, u64)]>,
    /// Methods whose activations begin and end within the unit.
    pub(crate) methods: Box<[RegionId]>,
    /// The instructions whose exceptions end its paths.
    pub(crate) raised: Box<[InstructionId]>,
    /// The instructions that its paths execute, as ranges.
    pub(crate) ran: Box<[Range<u32>]>,
    /// The handlers that its paths begin with.
    pub(crate) handlers: Box<[BlockId]>,
}

/// An access of the unit; `at` is its position among the events.
#[derive(Debug, Clone, Copy)]
struct Access {
    at: usize,
    node: u32,
    insn: InstructionId,
}

/// Plans both passes over a unit. `None` if its instances do not enclose each other and it has several paths.
pub(crate) fn plan(
    map: &ProgramMap,
    constructs: &mut Constructs<'_>,
    points: &Points<'_>,
    sequence: &Sequence,
) -> Option<Plan> {
    let nest = Nest::of(constructs, sequence);
    if !nest.is_proper && sequence.paths > 1 {
        return None;
    }
    let Accesses { pairs, mut forward, mut backward, reflects, .. } = Accesses::of(map, points, sequence, &nest);
    let mut fixed = pairs::sums(&nest, &pairs, &mut forward, &mut backward);
    forward.extend(nest.steps.iter().copied());
    backward.extend(nest.steps.iter().copied());
    live::keep_live(&mut forward, &nest, reflects);
    let mut contexts = Vec::new();
    let (forward, sites) = order::forward(forward, &nest, &mut contexts);
    let backward = order::backward(backward, &nest, &mut contexts);
    nest.add_fixed(&mut fixed);
    fixed.raised = sequence.raised.clone().into();
    fixed.handlers = sequence.handlers.clone().into();
    fixed.ran = sequence.ran.clone().into();
    Some(Plan {
        nodes: sequence.nodes,
        slots: sequence.slots,
        forward: forward.into(),
        backward: backward.into(),
        sites,
        contexts: contexts.into(),
        copies: sequence.copies,
        fixed,
    })
}
