//! Plans: the steps that a simulation takes for one path, decided once per path.

use paratrace_replay::paths::accesses::{Event, Place, Script, What};
use paratrace_replay::paths::{frame_size, held_across_call};
use paratrace_traceformat::map;
use paratrace_traceformat::map::InstructionId;

use super::costs::Costs;
use crate::dependences::{Kind, Points};

/// One step. The times `at` and `end` are the costs of the path's nodes before the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    /// A node may have to wait for the last write of a location that it reads.
    WaitRead { place: Place, kind: Kind, at: u64, insn: InstructionId },
    /// A node may have to wait for the last write and the last reads of a location that it writes.
    WaitWrite { place: Place, at: u64, insn: InstructionId },
    /// A call may look at an object, and at what belongs to it. Only calls as tasks may have to be waited for because of that.
    Look { place: Place, at: u64, insn: InstructionId },
    /// A node that read a location ends.
    StampRead { place: Place, end: u64, insn: InstructionId },
    /// A node that wrote a location ends.
    StampWrite { place: Place, end: u64, insn: InstructionId },
    /// A call copies array elements: it takes the next group of copies of the path.
    Copy { at: u64, end: u64, insn: InstructionId },
    /// Region levels are left.
    Leave { left: u32, at: u64 },
    /// A returned value is stored into a local, or taken by arithmetic whose result is held while another call runs. Only iterations
    /// wait for it here.
    WaitStored { from: u32, at: u64, insn: InstructionId },
    /// A local gets a returned value that need not be computed yet: its readers wait. Only for calls as tasks.
    Keep { from: u32, to: u32 },
    /// A cell holds what was computed from a returned value, which need not be there yet. Only for calls as tasks.
    Hold { from: u32, to: u32 },
    /// A returned value moves from one cell to another.
    Moved { from: u32, to: u32 },
    /// A cell no longer holds a returned value.
    Cleared { cell: u32 },
}

impl Op {
    /// Returns the place that a step looks at or marks.
    pub(super) fn place(&self) -> Option<Place> {
        match *self {
            Op::Look { place, .. } => Some(place),
            Op::WaitRead { place, .. } | Op::WaitWrite { place, .. } => Some(place),
            Op::StampRead { place, .. } | Op::StampWrite { place, .. } => Some(place),
            _ => None,
        }
    }

    fn is_idle_elsewhere(&self) -> bool {
        self.is_of_local() || matches!(self, Op::Look { .. })
    }

    fn is_of_local(&self) -> bool {
        matches!(self.place(), Some(Place::Local(_)))
    }

    /// With calls as tasks, only the activation itself accesses its locals.
    fn is_idle_in_calls(&self) -> bool {
        self.is_of_local() && self.is_strict()
    }

    /// Returns whether a step matters only if WAR and WAW count.
    fn is_strict(&self) -> bool {
        matches!(self, Op::WaitWrite { .. } | Op::StampRead { .. })
    }
}

/// The steps of one path.
#[derive(Debug, Default)]
pub(super) struct Plan {
    ops: Vec<Op>,
    /// Those that matter to iterations of a loop in another activation: its locals are not shared.
    elsewhere: Vec<Op>,
    /// Those that matter to calls as tasks; of the others, too, but for locals of a loop's activation.
    of_calls: Vec<Op>,
    /// Whether region levels are left in it.
    pub(super) leaves: bool,
    /// Cost of all its nodes.
    pub(super) cost: u64,
    /// Number of slots that the replay resolves; element copies follow them, and then meetings.
    pub(super) slots: usize,
    pub(super) copies: u32,
    /// Its last node: a call, if a method begins behind the path.
    pub(super) last: InstructionId,
    /// The slots that the last node writes if it is a call, by their numbers among those of the path.
    pub(super) written_last: Vec<u32>,
}

impl Plan {
    /// Returns the steps that matter if calls are among the tasks, or iterations of a loop of the path's own activation.
    #[inline]
    pub(super) fn steps(&self, (calls, own_loop): (bool, bool)) -> &[Op] {
        match (calls, own_loop || self.leaves) {
            (_, true) => &self.ops,
            (true, false) => &self.of_calls,
            (false, false) => &self.elsewhere,
        }
    }
}

/// Plans a path. `is_strict` tells whether WAR and WAW count for any candidate.
pub(super) fn plan(script: &Script, slots: u32, points: &Points<'_>, costs: &Costs, is_strict: bool) -> Plan {
    // Cost of the nodes before each node, and of all nodes.
    let mut before = Vec::with_capacity(script.nodes() + 1);
    let mut cost = 0;
    for insn in script.insns() {
        before.push(cost);
        cost += costs.of(points.map.insns.opcode[insn.index()]);
    }
    before.push(cost);
    let (ops, stamps) = (Vec::new(), Vec::new());
    let mut planner = Planner { points, before: &before, ops, stamps, kept: None, held: None, node: 0 };
    script.events.iter().for_each(|&event| planner.event(event));
    planner.end_node();
    let last = script.insns().last().unwrap_or(InstructionId::NONE);
    let mut ops = planner.ops;
    let copies = ops.iter().filter(|op| matches!(op, Op::Copy { .. })).count() as u32;
    let ends_with_call = points.call(last).is_some();
    let written_last = ops.iter().filter_map(|op| match *op {
        Op::StampWrite { place, end, .. } if ends_with_call && end == cost => place.resolved(),
        _ => None,
    });
    let written_last = written_last.collect();
    ops.retain(|op| is_strict || !op.is_strict());
    let without = |is_idle: fn(&Op) -> bool| ops.iter().copied().filter(|op| !is_idle(op)).collect();
    Plan {
        elsewhere: without(Op::is_idle_elsewhere),
        of_calls: without(Op::is_idle_in_calls),
        leaves: ops.iter().any(|op| matches!(op, Op::Leave { .. })),
        ops,
        cost,
        slots: slots as usize,
        copies,
        last,
        written_last,
    }
}

struct Planner<'p> {
    points: &'p Points<'p>,
    before: &'p [u64],
    ops: Vec<Op>,
    /// Steps of the current node once it has waited for everything.
    stamps: Vec<Op>,
    /// The cell whose returned value the node stores.
    kept: Option<u32>,
    /// The cell of a returned value, and the one of what is computed from it and held while another call runs.
    held: Option<(u32, u32)>,
    node: u32,
}

impl Planner<'_> {
    fn event(&mut self, event: Event) {
        if event.node != self.node {
            self.end_node();
            self.node = event.node;
        }
        let (at, insn) = (self.time(event.node), event.insn);
        let end = self.time(event.node + 1);
        match event.what {
            What::Read(Place::Entry(from)) if self.points.op(insn) == map::Op::Store => {
                self.ops.push(Op::WaitStored { from, at, insn });
                self.kept = Some(from);
            }
            What::Read(Place::Entry(from)) if self.holds(insn, from) => {
                self.ops.push(Op::WaitStored { from, at, insn })
            }
            What::Read(place @ Place::Entry(_)) => self.ops.push(Op::WaitRead { place, kind: Kind::Raw, at, insn }),
            What::Write(place @ Place::Entry(_)) => self.stamps.push(Op::StampWrite { place, end, insn }),
            // Parameters belong to the callee, so no other task reads them.
            What::Write(Place::Parameter(cell)) => self.stamps.push(Op::Cleared { cell }),
            What::Read(Place::Parameter(_)) | What::Predicate { .. } | What::Made { .. } => {}
            What::Enter { .. } | What::Leave { .. } | What::Lock { .. } => {}
            What::Acquires { .. } | What::Releases { .. } | What::Awaits { .. } | What::Begins { .. } => {}
            What::Read(place) => {
                self.ops.push(Op::WaitRead { place, kind: Kind::Raw, at, insn });
                self.stamps.push(Op::StampRead { place, end, insn });
            }
            What::Write(place) => {
                self.ops.push(Op::WaitWrite { place, at, insn });
                self.stamps.push(Op::StampWrite { place, end, insn });
                if let (Place::Local(to), Some(from)) = (place, self.kept.take()) {
                    self.stamps.push(Op::Keep { from, to });
                }
            }
            What::Touch { place, .. } => self.touch(place, event),
            What::Copy => self.ops.push(Op::Copy { at, end, insn }),
            What::Arrive { left, .. } => {
                self.end_node();
                if left > 0 {
                    self.ops.push(Op::Leave { left, at });
                }
            }
            What::Moved { from, to } => self.between(Op::Moved { from, to }),
            What::Cleared { cell } => match self.held.take_if(|(_, to)| *to == cell) {
                Some((from, to)) => self.between(Op::Hold { from, to }),
                None => self.between(Op::Cleared { cell }),
            },
        }
    }

    /// Returns whether an instruction takes the value that a cell holds to compute another one, which is held while a call runs.
    fn holds(&mut self, insn: InstructionId, cell: u32) -> bool {
        let map = self.points.map;
        let method = self.points.method_of(insn);
        let Some(value) = held_across_call(map, method, insn) else { return false };
        let method = &map.methods[method.index()];
        // The cell behind the frame takes the results of calls.
        let is_result = cell == frame_size(method);
        if is_result {
            self.held = Some((cell, 1 + u32::from(method.max_locals) + value));
        }
        is_result
    }

    /// Plans a call that passes an object to untraced code. It reads the object's state, and also writes it unless the
    /// method is known to only look.
    fn touch(&mut self, place: Place, Event { node, insn, .. }: Event) {
        let (at, end) = (self.time(node), self.time(node + 1));
        // Methods without side effects have no state (docs/metrics.md), although the advice knows what they may look at.
        if self.points.call(insn).is_some_and(|call| call.effect == map::Effect::Pure) {
            self.ops.push(Op::Look { place, at, insn });
            return;
        }
        self.ops.push(Op::WaitRead { place, kind: Kind::State, at, insn });
        if self.points.only_looks(insn) {
            self.stamps.push(Op::StampRead { place, end, insn });
        } else {
            self.ops.push(Op::WaitWrite { place, at, insn });
            self.stamps.push(Op::StampWrite { place, end, insn });
        }
    }

    fn between(&mut self, op: Op) {
        self.end_node();
        self.ops.push(op);
    }

    fn end_node(&mut self) {
        self.ops.append(&mut self.stamps);
    }

    /// Returns the cost of the path's nodes before a node; behind the last node, that of all.
    fn time(&self, node: u32) -> u64 {
        self.before.get(node as usize).or(self.before.last()).copied().unwrap_or(0)
    }
}
