//! The instances of a unit: which begin and end within it, and where those end that began before.

use paratrace_replay::paths::accesses::{Ending, What};
use paratrace_replay::program::{ConstructId, Constructs, RegionId};
use paratrace_traceformat::map::{BlockId, MethodId};

use super::sequence::{Event, Sequence, Step};
use super::{Fixed, Op};

/// The kind of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Method {
        region: RegionId,
    },
    /// A whole loop, which is no construct.
    Loop,
    /// An iteration, with its number.
    Iteration {
        number: u32,
    },
    Conditional {
        join: BlockId,
    },
}

impl Kind {
    pub(super) fn is_level(self) -> bool {
        !matches!(self, Self::Conditional { .. })
    }
}

/// An instance that begins in the unit; `from` is a position among the events.
#[derive(Debug, Clone, Copy)]
pub(super) struct Instance {
    pub(super) construct: ConstructId,
    pub(super) kind: Kind,
    /// The innermost one of the unit around it.
    pub(super) parent: Option<usize>,
    pub(super) from: usize,
    pub(super) node: u32,
    /// Position and node of its end, if it ends within the unit.
    pub(super) to: Option<(usize, u32)>,
    /// Whether it lies within the unit, so that it is known before the unit is executed. An iteration does only with its loop.
    pub(super) is_known: bool,
}

/// What is true at an event, after it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Point {
    /// The innermost instance of the unit.
    pub(super) inside: Option<usize>,
    /// Number of possible ends of other instances up to here.
    pub(super) epoch: u32,
}

/// An activation that ends: the cells behind its first one are no longer read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Closed {
    pub(super) at: usize,
    pub(super) frame: u32,
}

/// All instances of a unit.
#[derive(Debug, Default)]
pub(super) struct Nest {
    pub(super) instances: Vec<Instance>,
    /// For each event.
    pub(super) points: Vec<Point>,
    /// Steps about instances that reach beyond the unit, each with its event.
    pub(super) steps: Vec<(usize, Op)>,
    /// Activations that end, in order.
    pub(super) closed: Vec<Closed>,
    /// Whether instances enclose each other.
    pub(super) is_proper: bool,
}

/// An end that is seen while events are followed.
#[derive(Debug, Clone, Copy, Default)]
struct Ends {
    /// Number of levels from before the unit.
    older: u32,
    /// The iteration of the unit that has ended, if the next one of its loop has begun.
    iteration: Option<usize>,
    /// A conditional from before the unit may end.
    joins: bool,
}

struct Follower<'c, 'm> {
    constructs: &'c mut Constructs<'m>,
    nest: Nest,
    /// Open instances of the unit, the innermost one last.
    open: Vec<usize>,
    /// For each open activation and loop of the unit: whether older conditionals may be open around it.
    saved: Vec<bool>,
    /// Whether conditionals from before the unit may end in the running activation.
    older: bool,
    method: MethodId,
    frame: u32,
    ends: Vec<Ends>,
    /// Frames of the activations of the unit that are open.
    frames: Vec<u32>,
}

impl Nest {
    pub(super) fn of(constructs: &mut Constructs<'_>, sequence: &Sequence) -> Self {
        let mut follower = Follower {
            constructs,
            nest: Nest { is_proper: true, ..Nest::default() },
            open: Vec::new(),
            saved: Vec::new(),
            older: true,
            method: MethodId::new(0),
            frame: 0,
            ends: Vec::with_capacity(sequence.events.len()),
            frames: Vec::new(),
        };
        for (at, event) in sequence.events.iter().enumerate() {
            follower.event(at, event);
        }
        follower.end(sequence);
        let Follower { mut nest, ends, .. } = follower;
        nest.decide();
        nest.tell(sequence, &ends);
        nest
    }

    /// Decides which instances are known.
    fn decide(&mut self) {
        for at in 0..self.instances.len() {
            let Instance { kind, parent, to, .. } = self.instances[at];
            let of_loop = match kind {
                Kind::Iteration { .. } => parent.is_some_and(|parent| self.instances[parent].to.is_some()),
                _ => true,
            };
            self.instances[at].is_known = to.is_some() && of_loop;
        }
    }

    /// Lists the steps about other instances, and counts their ends.
    fn tell(&mut self, sequence: &Sequence, ends: &[Ends]) {
        // Instances are numbered in the order in which they begin.
        let mut begun = self.instances.iter().peekable();
        let (mut epoch, mut steps) = (0, Vec::new());
        for (at, (event, ends)) in sequence.events.iter().zip(ends).enumerate() {
            let node = event.node;
            let mut is_end = ends.older > 0 || ends.joins;
            let op = match event.step {
                Step::Of(What::Arrive { block, .. }) | Step::Join { block } if is_end => {
                    Some(Op::Arrive { block, left: ends.older, node })
                }
                Step::Exit { .. } if ends.older > 0 => Some(Op::Exit { levels: ends.older, node }),
                Step::Next
                    if ends.older > 0
                        || ends.iteration.is_some_and(|iteration| !self.instances[iteration].is_known) =>
                {
                    is_end = true;
                    Some(Op::Next { node })
                }
                _ => None,
            };
            steps.extend(op.map(|op| (at, op)));
            while let Some(&Instance { construct, kind, is_known, .. }) = begun.next_if(|one| one.from == at) {
                let op = match (kind, event.step) {
                    _ if is_known => None,
                    (Kind::Method { region }, _) => Some(Op::Enter { region, node }),
                    (Kind::Loop, Step::Loop { region }) => Some(Op::Loop { region, node }),
                    (Kind::Conditional { join }, _) => Some(Op::Open { construct, join, node }),
                    _ => None,
                };
                steps.extend(op.map(|op| (at, op)));
            }
            epoch += u32::from(is_end);
            self.points[at].epoch = epoch;
        }
        self.steps = steps;
    }

    /// Lists the instances around an event, the innermost first.
    pub(super) fn around(&self, at: usize) -> impl Iterator<Item = usize> {
        self.outwards(self.points[at].inside)
    }

    /// Lists an instance and those around it.
    pub(super) fn outwards(&self, inside: Option<usize>) -> impl Iterator<Item = usize> {
        std::iter::successors(inside, |&inside| self.instances[inside].parent)
    }

    /// Adds what every execution of the unit adds for its instances.
    pub(super) fn add_fixed(&self, fixed: &mut Fixed) {
        let known = || self.instances.iter().filter(|instance| instance.is_known);
        let mut extents: Vec<(ConstructId, u64, u64)> = Vec::new();
        for Instance { construct, node, to, .. } in known().filter(|instance| instance.kind != Kind::Loop) {
            extents.extend(to.map(|(_, end)| (*construct, 1, u64::from(end - node))));
        }
        extents.sort_unstable();
        extents.dedup_by(|next, sum| {
            let is_same = next.0 == sum.0;
            if is_same {
                (sum.1, sum.2) = (sum.1 + next.1, sum.2 + next.2);
            }
            is_same
        });
        fixed.extents = extents.into();
        let mut methods: Vec<RegionId> = known()
            .filter_map(|instance| if let Kind::Method { region } = instance.kind { Some(region) } else { None })
            .collect();
        methods.sort_unstable_by_key(|region| region.number());
        methods.dedup();
        fixed.methods = methods.into();
    }
}

impl Follower<'_, '_> {
    fn event(&mut self, at: usize, event: &Event) {
        let node = event.node;
        let mut ends = Ends::default();
        match event.step {
            Step::Path { method, frame, fresh } => {
                (self.method, self.frame) = (method, frame);
                self.older &= !fresh;
            }
            Step::Enter { region, frame } => {
                self.saved.push(std::mem::replace(&mut self.older, false));
                self.frames.push(frame);
                self.begin(at, node, ConstructId::of_region(region), Kind::Method { region });
            }
            Step::Loop { region } => {
                self.saved.push(self.older);
                self.begin(at, node, ConstructId::NONE, Kind::Loop);
                self.begin(at, node, ConstructId::of_region(region), Kind::Iteration { number: 0 });
            }
            Step::Next => self.next(at, node, &mut ends),
            Step::Exit { levels } => ends.older = self.exit(at, node, levels),
            Step::Join { block } => {
                self.join(at, node, block);
                ends.joins = self.may_join();
            }
            Step::Of(What::Arrive { block, left }) => {
                ends.older = self.end_levels(at, node, left);
                self.join(at, node, block);
                ends.joins = self.constructs.is_join(self.method, block) && self.may_join();
            }
            Step::Of(What::Predicate { block }) => {
                let join = self.constructs.join_after(self.method, block);
                let construct = self.constructs.of_predicate(event.insn);
                self.begin(at, node, construct, Kind::Conditional { join });
            }
            Step::Of(_) => {}
        }
        self.ends.push(ends);
        self.nest.points.push(Point { inside: self.open.last().copied(), epoch: 0 });
    }

    fn begin(&mut self, from: usize, node: u32, construct: ConstructId, kind: Kind) {
        let number = self.nest.instances.len();
        let parent = self.open.last().copied();
        self.nest.instances.push(Instance { construct, kind, parent, from, node, to: None, is_known: false });
        self.open.push(number);
    }

    fn next(&mut self, at: usize, node: u32, ends: &mut Ends) {
        self.end_conditionals(at, node);
        match self.open.last().copied() {
            Some(iteration) => {
                let Instance { kind, construct, .. } = self.nest.instances[iteration];
                let Kind::Iteration { number } = kind else { return };
                self.pop(at, node);
                ends.iteration = Some(iteration);
                self.begin(at, node, construct, Kind::Iteration { number: number + 1 });
            }
            None => ends.older = 1,
        }
    }

    /// Ends the conditionals of the innermost level.
    fn end_conditionals(&mut self, at: usize, node: u32) {
        while self.open.last().is_some_and(|&last| !self.nest.instances[last].kind.is_level()) {
            self.pop(at, node);
        }
    }

    fn pop(&mut self, at: usize, node: u32) -> Option<Kind> {
        let last = self.open.pop()?;
        self.nest.instances[last].to = Some((at, node));
        Some(self.nest.instances[last].kind)
    }

    /// Ends levels by the end of an activation, or of loops; returns how many of them began before the unit.
    fn exit(&mut self, at: usize, node: u32, levels: u32) -> u32 {
        let known = self.nest.closed.len();
        let older = self.end_levels(at, node, levels);
        // An activation is a single level, a loop two.
        if levels % 2 == 1 && self.nest.closed.len() == known {
            self.nest.closed.push(Closed { at, frame: self.frame });
        }
        older
    }

    /// Ends levels; returns how many of them began before the unit.
    fn end_levels(&mut self, at: usize, node: u32, levels: u32) -> u32 {
        for left in (1..=levels).rev() {
            self.end_conditionals(at, node);
            match self.pop(at, node) {
                None => {
                    self.older = true;
                    return left;
                }
                Some(Kind::Method { .. }) => {
                    let frame = self.frames.pop().unwrap_or(self.frame);
                    self.nest.closed.push(Closed { at, frame });
                    self.older = self.saved.pop().unwrap_or(true);
                }
                Some(Kind::Loop) => self.older = self.saved.pop().unwrap_or(true),
                Some(_) => {}
            }
        }
        0
    }

    /// Control arrives at a block: conditionals of the running activation end there.
    fn join(&mut self, at: usize, node: u32, block: BlockId) {
        for place in (0..self.open.len()).rev() {
            let instance = self.open[place];
            match self.nest.instances[instance].kind {
                Kind::Method { .. } => break,
                Kind::Conditional { join } if join == block => {
                    self.nest.is_proper &= place + 1 == self.open.len();
                    self.open.remove(place);
                    self.nest.instances[instance].to = Some((at, node));
                }
                _ => {}
            }
        }
    }

    /// Control arrives at a block at which conditionals may end. Returns whether one from before the unit may.
    fn may_join(&mut self) -> bool {
        // Only in a loop that control enters beside its header.
        let is_in_loop = self.open.iter().any(|&instance| self.nest.instances[instance].kind == Kind::Loop);
        self.nest.is_proper &= !(self.older && is_in_loop);
        self.older
    }

    /// The unit ends: conditionals end that the end of its last path ends.
    fn end(&mut self, sequence: &Sequence) {
        let (at, node) = (sequence.events.len(), sequence.nodes);
        match sequence.ending {
            Ending::Leaves => self.end_conditionals(at, node),
            Ending::Arrives(block) => self.join(at, node, block),
            Ending::Open => {}
        }
    }
}
