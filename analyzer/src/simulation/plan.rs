//! What a simulation does for one path: decided once per path.

use paratrace_replay::paths::accesses::{Event, Place, Script, What};
use paratrace_traceformat::map;

use super::costs::Costs;
use crate::advice::looks_only;
use crate::dependences::{Kind, Points};

/// One step. Times are costs of the path's nodes before the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    /// A node may have to wait for the last write of what it reads.
    WaitRead { place: Place, kind: Kind, at: u64, insn: u32 },
    /// A node may have to wait for the last write and the last reads of what it writes.
    WaitWrite { place: Place, at: u64, insn: u32 },
    /// A node that read a location ends.
    StampRead { place: Place, end: u64, insn: u32 },
    /// A node that wrote a location ends.
    StampWrite { place: Place, end: u64, insn: u32 },
    /// The next group of element copies.
    Copy { at: u64, end: u64, insn: u32 },
    /// Region levels are left.
    Leave { left: u32, at: u64 },
    /// What a call returned is stored. Only iterations wait for it.
    WaitStored { from: u32, at: u64, insn: u32 },
    /// A local gets what a call returned, which need not be there yet: whoever loads it waits. Only for calls as tasks.
    Keep { from: u32, to: u32 },
    /// A returned value moves from one cell to another.
    Moved { from: u32, to: u32 },
    /// A cell holds no returned value.
    Cleared { cell: u32 },
}

/// What a simulation needs of a path.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) ops: Vec<Op>,
    /// Cost of all its nodes.
    pub(super) cost: u64,
    /// Number of slots that the replay resolves; element copies follow them.
    pub(super) slots: usize,
}

/// Plans a path.
pub(super) fn plan(script: &Script, slots: u32, points: &Points<'_>, costs: &Costs) -> Plan {
    // Cost of the nodes before each node, and of all.
    let mut before = Vec::with_capacity(script.nodes() + 1);
    let mut cost = 0;
    for insn in script.insns() {
        before.push(cost);
        cost += costs.of(points.map.insns.opcode[insn as usize]);
    }
    before.push(cost);
    let mut planner = Planner { points, before: &before, ops: Vec::new(), stamps: Vec::new(), kept: None, node: 0 };
    script.events.iter().for_each(|&event| planner.event(event));
    planner.end_node();
    Plan { ops: planner.ops, cost, slots: slots as usize }
}

struct Planner<'p> {
    points: &'p Points<'p>,
    before: &'p [u64],
    ops: Vec<Op>,
    /// What the current node does once it has waited for everything.
    stamps: Vec<Op>,
    /// The cell whose returned value the node stores.
    kept: Option<u32>,
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
            What::Read(place @ Place::Entry(_)) => self.ops.push(Op::WaitRead { place, kind: Kind::Raw, at, insn }),
            What::Write(place @ Place::Entry(_)) => self.stamps.push(Op::StampWrite { place, end, insn }),
            // A callee's parameters are known to nobody else.
            What::Write(Place::Parameter(cell)) => self.stamps.push(Op::Cleared { cell }),
            What::Read(Place::Parameter(_)) | What::Predicate { .. } => {}
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
            What::Touch(place) => self.touch(place, event),
            What::Copy => self.ops.push(Op::Copy { at, end, insn }),
            What::Arrive { left, .. } => {
                self.end_node();
                if left > 0 {
                    self.ops.push(Op::Leave { left, at });
                }
            }
            What::Moved { from, to } => self.between(Op::Moved { from, to }),
            What::Cleared { cell } => self.between(Op::Cleared { cell }),
        }
    }

    /// Untraced code gets an object: it reads its state, and writes it unless it is known that it only looks.
    fn touch(&mut self, place: Place, Event { node, insn, .. }: Event) {
        let (at, end) = (self.time(node), self.time(node + 1));
        self.ops.push(Op::WaitRead { place, kind: Kind::State, at, insn });
        let (class, method) = self.points.called_method(insn);
        if looks_only(class, method) {
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

    /// Cost of the path's nodes before a node; what comes behind the last node comes at its end.
    fn time(&self, node: u32) -> u64 {
        self.before.get(node as usize).or(self.before.last()).copied().unwrap_or(0)
    }
}
