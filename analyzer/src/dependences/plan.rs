//! Plans: the steps that the dependence passes take for one path, decided once per path.
//!
//! An edge between two instructions of one path through a local or a static field has a known distance. It leaves only
//! conditionals that begin and end within the path, unless an older construct may end in between. Such edges are
//! counted by multiplying with the executions of the path. What remains to be done for each execution are accesses that
//! meet other paths, and constructs that reach beyond the path.

use paratrace_replay::paths::accesses::{Ending, Event, Place, Script, What};
use paratrace_replay::program::{ConstructId, Constructs};
use paratrace_traceformat::map::{BlockId, InstructionId};
use rustc_hash::FxHashMap;

use super::edges::{Key, Kind, Stat};
use super::effects::Use;
use super::points::Points;

/// One step of a pass. `node` counts from the beginning of the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Op {
    /// A location is read.
    Read { place: Place, node: u32, insn: InstructionId },
    /// A location is written.
    Write { place: Place, node: u32, insn: InstructionId },
    /// A location is written that the same path writes again: no later path sees this write.
    Overwrite { place: Place, node: u32, insn: InstructionId },
    /// A location is written that this path has written before: its WAW edge lies within the path.
    Set { place: Place, node: u32, insn: InstructionId },
    /// A call of untraced code that only looks at the state of an object.
    Look {
        kind: Kind,
        place: Place,
        node: u32,
        insn: InstructionId,
        /// It may look at objects that the object holds.
        inside: bool,
    },
    /// A call of untraced code that may change the state of an object.
    Change {
        kind: Kind,
        place: Place,
        node: u32,
        insn: InstructionId,
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
    /// A call that copies array elements: it takes the next group of copies of the path.
    Copy { node: u32, insn: InstructionId },
    /// A conditional begins that reaches beyond the path.
    Open { construct: ConstructId, join: BlockId, node: u32 },
    /// A conditional begins that ends at node `end` of the path.
    Begin { construct: ConstructId, node: u32, end: u32 },
    /// The conditional of an earlier `Begin` ends.
    End { construct: ConstructId, node: u32, end: u32 },
    /// Control arrives at a block, having left `left` region levels.
    Arrive { block: BlockId, left: u32, node: u32 },
    /// Remembers the innermost open instance in a register, for the head of a later `Pair`.
    Mark { register: u32 },
    /// An edge within the path, with the end of an older construct between its head and its tail. `head` and `tail` are
    /// node and instruction.
    Pair { register: u32, kind: Kind, head: (u32, InstructionId), tail: (u32, InstructionId) },
    /// A returned value moves from one cell to another.
    Moved { from: u32, to: u32 },
    /// A cell holds no returned value.
    Cleared { cell: u32 },
}

impl Op {
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

/// The steps of both passes for one path.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Steps that find RAW and WAW edges.
    pub(crate) forward: Vec<Op>,
    /// Steps that find WAR edges, executed from the last to the first.
    pub(crate) backward: Vec<Op>,
    /// Number of copies of array elements.
    pub(crate) copies: u32,
    pub(crate) fixed: Fixed,
}

/// Sums that every execution of the path adds.
#[derive(Debug, Default)]
pub(crate) struct Fixed {
    /// Number of edges per kind.
    pub(crate) totals: [u64; 3],
    pub(crate) edges: Vec<(Key, Stat)>,
    /// Conditionals that begin and end within the path: construct, instances, nodes.
    pub(crate) conditionals: Vec<(ConstructId, u64, u64)>,
    /// The instruction whose exception ends the path.
    pub(crate) raised: Option<InstructionId>,
    /// The handler that the path begins with.
    pub(crate) handler: Option<BlockId>,
}

/// An access of the path; `at` is its position among the events.
#[derive(Debug, Clone, Copy)]
struct Access {
    at: usize,
    node: u32,
    insn: InstructionId,
}

/// A conditional of the path; `from` and `to` are positions among the events.
#[derive(Debug, Clone, Copy)]
struct Conditional {
    construct: ConstructId,
    join: BlockId,
    from: usize,
    node: u32,
    /// Position and node of its end, if it ends within the path.
    to: Option<(usize, u32)>,
}

#[derive(Debug, Clone, Copy)]
struct Pair {
    kind: Kind,
    head: Access,
    tail: Access,
}

struct Planner<'s> {
    points: &'s Points<'s>,
    script: &'s Script,
    conditionals: Vec<Conditional>,
    /// Per event: how many possible ends of older constructs came up to it.
    epochs: Vec<u32>,
    /// Per event: whether a construct from before the path may end there.
    ends: Vec<bool>,
    pairs: Vec<Pair>,
    forward: Vec<(usize, Op)>,
    backward: Vec<(usize, Op)>,
}

/// Plans both passes over a path of `nodes` nodes.
pub(crate) fn plan(constructs: &mut Constructs<'_>, points: &Points<'_>, script: &Script, nodes: u32) -> Plan {
    let mut planner = Planner {
        points,
        script,
        conditionals: Vec::new(),
        epochs: Vec::with_capacity(script.events.len() + 1),
        ends: Vec::with_capacity(script.events.len()),
        pairs: Vec::new(),
        forward: Vec::new(),
        backward: Vec::new(),
    };
    planner.conditionals(constructs, nodes);
    planner.accesses();
    planner.finish()
}

impl Planner<'_> {
    /// Finds where conditionals begin and end, and where constructs from before the path may end.
    fn conditionals(&mut self, constructs: &mut Constructs<'_>, nodes: u32) {
        let method = self.script.method;
        let mut open: Vec<usize> = Vec::new();
        let (mut older, mut epoch) = (!self.script.fresh, 0);
        for (at, event) in self.script.events.iter().enumerate() {
            let mut ends = false;
            match event.what {
                What::Predicate { block } => {
                    open.push(self.conditionals.len());
                    let join = constructs.join_after(method, block);
                    let construct = constructs.of_predicate(event.insn);
                    self.conditionals.push(Conditional { construct, join, from: at, node: event.node, to: None });
                }
                What::Arrive { block, left } => {
                    open.retain(|&c| {
                        let conditional = &mut self.conditionals[c];
                        let ended = left > 0 || conditional.join == block;
                        conditional.to = ended.then_some((at, event.node));
                        !ended
                    });
                    older |= left > 0;
                    ends = left > 0 || (older && constructs.is_join(method, block));
                }
                _ => {}
            }
            epoch += u32::from(ends);
            self.ends.push(ends);
            self.epochs.push(epoch);
        }
        let end = Some((self.script.events.len(), nodes));
        for c in open {
            self.conditionals[c].to = match self.script.ending {
                Ending::Leaves => end,
                Ending::Arrives(block) if self.conditionals[c].join == block => end,
                _ => None,
            };
        }
    }

    fn accesses(&mut self) {
        let mut last_write: FxHashMap<Place, usize> = FxHashMap::default();
        for (at, event) in self.script.events.iter().enumerate() {
            if let What::Write(place) = event.what {
                last_write.insert(place, at);
            }
        }
        let mut writer: FxHashMap<Place, Access> = FxHashMap::default();
        let mut readers: FxHashMap<Place, Vec<Access>> = FxHashMap::default();
        for (at, &event) in self.script.events.iter().enumerate() {
            let access = Access { at, node: event.node, insn: event.insn };
            match event.what {
                What::Read(place @ (Place::Local(_) | Place::Static(_))) => {
                    match writer.get(&place) {
                        Some(&head) => self.pairs.push(Pair { kind: Kind::Raw, head, tail: access }),
                        None => self.both(at, event, false),
                    }
                    if last_write.get(&place).is_none_or(|&last| last < at) {
                        self.backward.push((at, read(place, event)));
                    }
                    readers.entry(place).or_default().push(access);
                }
                What::Write(place @ (Place::Local(_) | Place::Static(_))) => {
                    let heads = readers.remove(&place).unwrap_or_default();
                    let heads = heads.into_iter().filter(|head| head.node != access.node);
                    self.pairs.extend(heads.map(|head| Pair { kind: Kind::War, head, tail: access }));
                    let last = last_write.get(&place) == Some(&at);
                    self.write(place, event, writer.insert(place, access), access, last);
                }
                What::Read(place) => self.both(at, event, matches!(place, Place::Resolved(_))),
                What::Write(place @ (Place::Entry(_) | Place::Parameter(_))) => {
                    self.forward.push((at, Op::Set { place, node: event.node, insn: event.insn }));
                }
                What::Touch { place, argument } => self.touch(at, event, place, argument),
                What::Write(_) | What::Copy => self.both(at, event, true),
                What::Arrive { block, left } => {
                    if self.ends[at] {
                        let op = Op::Arrive { block, left, node: event.node };
                        self.forward.push((at, op));
                        self.backward.push((at, op));
                    }
                }
                What::Made { place } => self.forward.push((at, Op::Made { place })),
                What::Moved { from, to } => self.forward.push((at, Op::Moved { from, to })),
                What::Cleared { cell } => self.forward.push((at, Op::Cleared { cell })),
                What::Predicate { .. } => {}
            }
        }
    }

    /// Adds an access whose record is looked up when the path runs: to the forward pass, and to the backward pass if
    /// asked for.
    fn both(&mut self, at: usize, event: Event, backward: bool) {
        let Event { node, insn, what } = event;
        let op = match what {
            What::Write(place) => Op::Write { place, node, insn },
            What::Read(place) => Op::Read { place, node, insn },
            _ => Op::Copy { node, insn },
        };
        self.forward.push((at, op));
        if backward {
            self.backward.push((at, op));
        }
    }

    /// Adds the use of an object's state by a call of untraced code.
    fn touch(&mut self, at: usize, Event { node, insn, .. }: Event, place: Place, argument: u8) {
        let Use { kind, changes, through, inside, hands_over, shows } = self.points.use_of(insn, argument);
        let op = match changes {
            false => Op::Look { kind, place, node, insn, inside },
            true => Op::Change { kind, place, node, insn, through, inside, shows },
        };
        self.forward.extend(hands_over.then_some((at, Op::Handed { place })));
        self.forward.push((at, op));
        self.backward.push((at, op));
    }

    /// Adds a write to a location that is known when the path is compiled.
    fn write(&mut self, place: Place, event: Event, before: Option<Access>, access: Access, last: bool) {
        let Event { node, insn, .. } = event;
        if let Some(head) = before {
            self.pairs.push(Pair { kind: Kind::Waw, head, tail: access });
        } else {
            self.backward.push((access.at, Op::Write { place, node, insn }));
        }
        match (before, last) {
            (None, true) => self.forward.push((access.at, Op::Write { place, node, insn })),
            (None, false) => self.forward.push((access.at, Op::Overwrite { place, node, insn })),
            (Some(_), true) => self.forward.push((access.at, Op::Set { place, node, insn })),
            (Some(_), false) => {}
        }
    }

    fn finish(mut self) -> Plan {
        let mut fixed = Fixed { raised: self.script.raised, handler: self.script.handler, ..Fixed::default() };
        let mut sums: FxHashMap<Key, Stat> = FxHashMap::default();
        for (register, pair) in (0u32..).zip(std::mem::take(&mut self.pairs)) {
            if self.epochs[pair.head.at] == self.epochs[pair.tail.at] {
                fixed.totals[pair.kind as usize] += 1;
                self.leaves(&pair, &mut sums);
            } else {
                self.pair(register, &pair);
            }
        }
        fixed.edges = sums.into_iter().collect();
        fixed.edges.sort_unstable_by_key(|edge| edge.0);
        for conditional in &self.conditionals {
            if let Some((_, end)) = conditional.to {
                fixed.conditionals.push((conditional.construct, 1, u64::from(end - conditional.node)));
            }
        }
        let forward = ordered(std::mem::take(&mut self.forward), &self.conditionals, is_forward_head);
        let backward = ordered(std::mem::take(&mut self.backward), &self.conditionals, is_backward_head);
        let copies = self.script.events.iter().filter(|event| event.what == What::Copy).count() as u32;
        Plan { forward, backward, copies, fixed }
    }

    /// Counts an edge within the path for those conditionals of the path that it leaves.
    fn leaves(&self, pair: &Pair, sums: &mut FxHashMap<Key, Stat>) {
        let distance = u64::from(pair.tail.node - pair.head.node);
        for c in &self.conditionals {
            let Some((to, end)) = c.to else { continue };
            if c.from <= pair.head.at && pair.head.at < to && to <= pair.tail.at {
                let key = Key::new(c.construct, pair.kind, pair.head.insn, pair.tail.insn);
                let violations = u64::from(distance <= u64::from(end - c.node));
                let one = Stat { min: distance, count: 1, violations, ..Stat::NONE };
                sums.entry(key).and_modify(|sum| sum.add(&one)).or_insert(one);
            }
        }
    }

    fn pair(&mut self, register: u32, pair: &Pair) {
        let (head, tail) = ((pair.head.node, pair.head.insn), (pair.tail.node, pair.tail.insn));
        let op = Op::Pair { register, kind: pair.kind, head, tail };
        if pair.kind == Kind::War {
            self.backward.push((pair.head.at, op));
        } else {
            self.forward.push((pair.head.at, Op::Mark { register }));
            self.forward.push((pair.tail.at, op));
        }
    }
}

fn read(place: Place, event: Event) -> Op {
    Op::Read { place, node: event.node, insn: event.insn }
}

/// Sorts the steps by event, and adds the beginnings and ends of the conditionals that they need.
fn ordered(mut ops: Vec<(usize, Op)>, conditionals: &[Conditional], is_head: fn(&Op) -> bool) -> Vec<Op> {
    ops.sort_by_key(|&(at, _)| at);
    // Ends (rank 0) come before the event, and so do beginnings (rank 1): a predicate is inside its conditional.
    let mut all: Vec<(usize, u8, Op)> = ops.into_iter().map(|(at, op)| (at, 2, op)).collect();
    for c in conditionals {
        match c.to {
            None => all.push((c.from, 1, Op::Open { construct: c.construct, join: c.join, node: c.node })),
            Some((to, end)) if all.iter().any(|(at, _, op)| (c.from..to).contains(at) && is_head(op)) => {
                all.push((c.from, 1, Op::Begin { construct: c.construct, node: c.node, end }));
                all.push((to, 0, Op::End { construct: c.construct, node: c.node, end }));
            }
            Some(_) => {}
        }
    }
    all.sort_by_key(|&(at, rank, _)| (at, rank));
    all.into_iter().map(|(_, _, op)| op).collect()
}

/// Returns whether this step can be the head of an edge of the forward pass, or open a construct that such an edge
/// leaves.
fn is_forward_head(op: &Op) -> bool {
    use Op::{Change, Copy, Mark, Open, Set, Write};
    matches!(op, Write { .. } | Set { .. } | Change { .. } | Copy { .. } | Mark { .. } | Open { .. })
}

/// Returns whether this step can be the head of an edge of the backward pass.
fn is_backward_head(op: &Op) -> bool {
    matches!(op, Op::Read { .. } | Op::Look { .. } | Op::Copy { .. } | Op::Pair { .. })
}
