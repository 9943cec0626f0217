//! The backward pass: WAR edges.
//!
//! Seen from the end of the trace, the next write of a location is a single record. At a read, the instances around it
//! are exactly the open ones, and their ends have been seen already. Their durations were logged by the forward pass.
//! So no record of reads is needed, of which there may be any number.

use std::sync::Arc;

use paratrace_replay::base::frames::{Cell, Stack};
use paratrace_replay::paths::accesses::Place;
use paratrace_replay::program::{ConstructId, ConstructKind, RegionId, kind_of};
use paratrace_replay::stream::meetings::{Index, Meeting};
use paratrace_replay::stream::{Callbacks, StreamPass, backward, copies};
use paratrace_traceformat::map::{BlockId, InstructionId, ProgramMap};
use rustc_hash::FxHashMap;

use super::edges::{Edges, Kind};
use super::facts::Facts;
use super::held::{Held, Timed};
use super::held_changes::HeldChanges;
use super::initializers::Spans;
use super::leaving::{Around, Edge, LeavingBackward};
use super::log::Log;
use super::plan::{Op, Plans};
use super::successions::Successions;
use crate::depths::Arena;

/// The next write of a location.
#[derive(Debug, Clone, Copy)]
struct Next {
    time: u64,
    insn: InstructionId,
}

impl Cell for Next {
    /// No write.
    const ZERO: Self = Next { time: 0, insn: InstructionId::NONE };
}

impl Timed for Next {
    fn time(&self) -> u64 {
        self.time
    }
}

/// Most objects of one level whose next changes are told apart.
const APART: usize = 4;

/// An open level of the region nest.
#[derive(Debug, Clone, Copy)]
struct Level {
    /// Number of open instances outside of it.
    around: u32,
    /// Time at which the activation ends.
    activation: u64,
}

/// The backward pass over one thread.
pub(crate) struct Backward<'m> {
    map: &'m ProgramMap,
    plans: Plans,
    time: u64,
    /// Number of nodes of the call at the end of the path before, as far as they are not shown.
    work: u64,
    /// The end of the innermost level, if it lies within the running unit.
    level_end: Option<u64>,
    frames: Stack<Next>,
    memory: Arena<Next>,
    /// The next write of any part, by the whole that untraced code knows.
    parts: FxHashMap<u32, Next>,
    /// Meetings of the running path.
    meetings: Index,
    held: Held,
    /// The next changes of objects that untraced code may hold.
    changes: HeldChanges<Next, APART>,
    /// The next changes of others.
    unseen: HeldChanges<Next, APART>,
    spans: Spans,
    levels: Vec<Level>,
    leaving: LeavingBackward<'m>,
    found: u64,
    successions: Successions,
}

impl<'m> Backward<'m> {
    /// Creates a pass that starts at the end of a thread of `nodes` nodes. The forward pass has found what untraced code holds, and when class
    /// initialisers ran.
    pub(super) fn new(facts: &'m Facts<'m>, plans: Plans, nodes: u64, (held, spans): (Held, Spans)) -> Self {
        let map = facts.map();
        Self {
            map,
            plans,
            time: nodes,
            work: 0,
            level_end: None,
            frames: Stack::default(),
            memory: Arena::new(),
            parts: FxHashMap::default(),
            meetings: Index::default(),
            held,
            changes: HeldChanges::default(),
            unseen: HeldChanges::default(),
            spans,
            levels: Vec::new(),
            leaving: LeavingBackward::new((map, facts.lifetimes())),
            found: 0,
            successions: Successions::default(),
        }
    }

    /// Runs the pass over the operations that precede those taken before.
    pub(crate) fn take(&mut self, words: &[u32], log: &mut Log) {
        backward(words, &mut Piece { pass: self, log });
    }

    fn path(&mut self, program: u32, frame: u32, slots: &[u32], log: &mut Log) {
        let plan = Arc::clone(&self.plans.get(program).plan);
        let work = std::mem::take(&mut self.work);
        self.time -= u64::from(plan.nodes);
        let (slots, rest) = slots.split_at(plan.slots as usize);
        let (copies, meetings) = copies::split(rest, plan.copies);
        let mut groups = copies::groups(copies);
        self.meetings.read(meetings);
        for &op in plan.backward.iter().rev() {
            if !meetings.is_empty()
                && let Some(meeting) = op.resolved().and_then(|n| self.meetings.find(meetings, n))
            {
                self.meet(op, meeting, slots);
            }
            match op {
                Op::Read { place, node, insn } => {
                    let next = self.next(place, frame, slots);
                    self.edge(self.at(node), insn, next);
                }
                Op::Write { place, node, insn, .. } => {
                    let next = Next { time: self.at(node), insn };
                    self.set(place, frame, slots, next);
                }
                Op::Look { kind, place, node, insn, inside, .. } => {
                    let next = self.next(place, frame, slots);
                    let time = self.at(node);
                    self.used((kind, inside), insn, time, next);
                    self.look_inside(inside && slot_of(place, slots) != 0, time, insn);
                }
                Op::Change { place, node, insn, inside, shows, .. } => {
                    let next = Next { time: self.at(node), insn };
                    self.set(place, frame, slots, next);
                    self.look_inside(inside && slot_of(place, slots) != 0, next.time, insn);
                    self.change(if shows { slot_of(place, slots) } else { 0 }, next);
                }
                Op::Copy { node, insn, .. } => {
                    if let Some(group) = groups.pop() {
                        let behind = if node + 1 == plan.nodes { work } else { 0 };
                        self.copy(group, Next { time: self.at(node), insn }, behind);
                    }
                }
                Op::End { construct, node, end } => {
                    let [start, end] = [node, end].map(|node| self.at(node));
                    self.leaving.push(Around { construct, start, end });
                }
                Op::Begin { construct, node, .. }
                | Op::BeginNext { construct, node, .. }
                | Op::Open { construct, node, .. } => self.begins(construct, self.at(node)),
                Op::BeginLoop { node, .. } => self.begins(ConstructId::NONE, self.at(node)),
                Op::Enter { .. } => self.pop(),
                Op::Loop { .. } => (0..2).for_each(|_| self.pop()),
                Op::Next { node } => {
                    self.pop();
                    self.reopen(log, self.at(node));
                }
                Op::Exit { levels, node } => {
                    (0..levels).for_each(|_| self.reopen(log, self.at(node)));
                }
                Op::Within { context } => self.set_level(plan.contexts[context as usize].level),
                Op::Left { context } => {
                    self.set_level(plan.contexts[context as usize].level);
                    self.merge_changes(self.end());
                }
                Op::Arrive { left, node, .. } => {
                    let time = self.at(node);
                    self.rejoin(log, time);
                    (0..left).for_each(|_| self.reopen(log, time));
                }
                Op::Pair { head, tail, .. } => {
                    let next = Next { time: self.at(tail.0), insn: tail.1 };
                    self.edge(self.at(head.0), head.1, next);
                }
                Op::Overwrite { .. } | Op::Set { .. } | Op::Mark { .. } | Op::Moved { .. } | Op::Cleared { .. } => {}
                Op::Made { place } => self.made(slot_of(place, slots)),
                Op::Handed { .. } | Op::Given { .. } => {}
            }
        }
        self.level_end = None;
    }

    /// Returns the time of a node of the running unit.
    #[inline]
    fn at(&self, node: u32) -> u64 {
        self.time + u64::from(node)
    }

    /// Notes the innermost level around the next steps, if it lies within the running unit.
    fn set_level(&mut self, level: Option<(u32, u32)>) {
        self.level_end = level.map(|(_, end)| self.at(end));
    }

    /// Adds the edges between an object that untraced code knows and its parts, before the step itself is done.
    fn meet(&mut self, op: Op, meeting: Meeting<'_>, slots: &[u32]) {
        let whole = self.memory.get(meeting.whole);
        match op {
            Op::Read { node, insn, .. } => {
                self.edges((Kind::Passed, insn), self.at(node), whole, 1);
            }
            Op::Write { node, insn, .. } => {
                let next = Next { time: self.at(node), insn };
                self.parts.insert(meeting.whole, next);
                if self.held.is_viewed(meeting.whole) {
                    self.change(meeting.whole, next);
                }
            }
            Op::Look { node, insn, kind, inside, .. } | Op::Change { node, insn, kind, inside, through: false, .. } => {
                let is_own = op.resolved().is_some_and(|n| slots[n as usize] == meeting.whole);
                let whole = if is_own { Next::ZERO } else { whole };
                let time = self.at(node);
                self.used((kind, inside), insn, time, whole);
                self.look(meeting, insn, time);
            }
            Op::Change { node, insn, .. } => {
                let next = Next { time: self.at(node), insn };
                self.memory.set(meeting.whole, next);
                self.change(meeting.whole, next);
            }
            _ => {}
        }
    }

    /// Adds the edge from a look at an object to its next change.
    fn used(&mut self, (kind, inside): (Kind, bool), insn: InstructionId, time: u64, next: Next) {
        if kind == Kind::State || inside {
            self.successions.note(insn, next.insn);
        }
        self.edges((kind, insn), time, next, 1);
    }

    /// Adds the edges from a look at an object to the next changes of its parts. A part that is written for the first time later has
    /// no slot yet, so the next write of any part counts, too.
    fn look(&mut self, meeting: Meeting<'_>, insn: InstructionId, time: u64) {
        let next = self.parts.get(&meeting.whole).copied();
        self.edges((Kind::Passed, insn), time, next.unwrap_or(Next::ZERO), 1);
        for (first, length) in meeting.parts() {
            let mut left = length;
            while left > 0 {
                let slot = first + (length - left);
                let same = self.memory.same_after(slot, left).max(1);
                self.edges((Kind::Passed, insn), time, self.memory.get(slot), u64::from(same));
                left -= same;
            }
        }
    }

    /// Adds the edges from a call that may look inside what it is given to the next changes of objects.
    fn look_inside(&mut self, looks: bool, time: u64, insn: InstructionId) {
        if looks {
            let edges =
                |kind, changes: &HeldChanges<Next, APART>| changes.not_at(time).map(move |next| (kind, next)).collect();
            let mut found: Vec<(Kind, Next)> = edges(Kind::Passed, &self.changes);
            found.extend(edges(Kind::Unseen, &self.unseen));
            found.into_iter().for_each(|(kind, next)| self.edges((kind, insn), time, next, 1));
        }
    }

    /// Notes that a call may change an object which others may hold.
    fn change(&mut self, slot: u32, next: Next) {
        let end = self.end();
        let changes = if self.held.is_held(slot) { &mut self.changes } else { &mut self.unseen };
        if slot != 0 {
            changes.add(slot, next, |time| time < end);
        }
    }

    /// An object is made: no change of it is one of what was there before.
    fn made(&mut self, slot: u32) {
        self.changes.made(slot);
        self.unseen.made(slot);
    }

    /// Returns the time at which the innermost level ends.
    fn end(&self) -> u64 {
        self.level_end.unwrap_or_else(|| self.end_of_open())
    }

    /// Returns the time at which the innermost open level ends. Units do not open those that lie within them.
    fn end_of_open(&self) -> u64 {
        let own = self.levels.last().and_then(|level| self.leaving.around().get(level.around as usize));
        own.map_or(u64::MAX, |own| own.end)
    }

    fn next(&self, place: Place, frame: u32, slots: &[u32]) -> Next {
        match place {
            Place::Resolved(slot) => self.memory.get(slots[slot as usize]),
            Place::Static(slot) => self.memory.get(slot),
            Place::Local(cell) | Place::Parameter(cell) | Place::Entry(cell) => {
                let next = self.frames.get(frame.wrapping_add(cell));
                let own = self.levels.last().is_some_and(|level| next.time < level.activation);
                if own { next } else { Next::ZERO }
            }
        }
    }

    fn set(&mut self, place: Place, frame: u32, slots: &[u32], next: Next) {
        match place {
            // Null, strings and boxes have no state: slot 0.
            Place::Resolved(slot) if slots[slot as usize] == 0 => {}
            Place::Resolved(slot) => self.memory.set(slots[slot as usize], next),
            Place::Static(slot) => self.memory.set(slot, next),
            Place::Local(cell) | Place::Parameter(cell) | Place::Entry(cell) => {
                self.frames.set(frame.wrapping_add(cell), next);
            }
        }
    }

    /// A call may read the elements as late as it ends, so many nodes behind its own.
    fn copy(&mut self, group: &[u32], node: Next, behind: u64) {
        for (first, length) in copies::targets(group) {
            self.memory.fill(first, length, node);
        }
        for (first, length) in copies::sources(group) {
            let mut left = length;
            while left > 0 {
                let slot = first + (length - left);
                let same = self.memory.same_after(slot, left).max(1);
                self.edges((Kind::War, node.insn), node.time + behind, self.memory.get(slot), u64::from(same));
                left -= same;
            }
        }
    }

    /// Adds an edge from a read to the next write of its location.
    #[inline]
    fn edge(&mut self, time: u64, insn: InstructionId, next: Next) {
        self.edges((Kind::War, insn), time, next, 1);
    }

    /// Adds `count` equal edges.
    #[inline]
    fn edges(&mut self, (kind, insn): (Kind, InstructionId), time: u64, next: Next, count: u64) {
        // A call may itself have written what it reads until it ends.
        if next.insn.is_none() || next.time <= time {
            return;
        }
        self.found += if kind == Kind::War { count } else { 0 };
        self.spans.note(time, next.time);
        self.leaving.leave(&Edge { kind, head: insn, tail: next.insn, from: time, to: next.time, count });
    }

    /// Leaves a level through its beginning.
    fn pop(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.leaving.truncate(level.around as usize);
            self.merge_changes(self.end_of_open());
        }
    }

    /// The beginning of a level was passed: of the changes in the one around it, which ends at a time, only the next one counts.
    fn merge_changes(&mut self, end: u64) {
        self.changes.merge(|time| time < end);
        self.unseen.merge(|time| time < end);
    }

    /// Enters a level at its end, with the conditionals that ended together with it.
    fn reopen(&mut self, log: &mut Log, end: u64) {
        let ended = log.take();
        let outer = self.levels.last().map_or(end, |level| level.activation);
        let is_method = !ended.construct.is_none() && kind_of(self.map, ended.construct).0 == ConstructKind::Method;
        let activation = if is_method { end } else { outer };
        self.levels.push(Level { around: self.leaving.around().len() as u32, activation });
        self.leaving.push(Around { construct: ended.construct, start: end - ended.duration, end });
        self.rejoin(log, end);
    }

    /// Enters the conditionals that ended here, as logged.
    fn rejoin(&mut self, log: &mut Log, end: u64) {
        for _ in 0..log.take_count() {
            let ended = log.take();
            self.enter_conditional(Around { construct: ended.construct, start: end - ended.duration, end });
        }
    }

    /// Enters a conditional at its end. It belongs to the innermost iteration or activation that began before it, which
    /// in an irreducible loop need not be the innermost level.
    fn enter_conditional(&mut self, conditional: Around) {
        let began_later = |level: &Level, around: &[Around]| {
            around.get(level.around as usize).is_some_and(|own| own.start > conditional.start)
        };
        let inner = self.levels.iter().rev().take_while(|level| began_later(level, self.leaving.around())).count();
        let Some(first) = self.levels.len().checked_sub(inner).filter(|_| inner > 0) else {
            return self.leaving.push(conditional);
        };
        let at = self.levels[first].around;
        self.leaving.insert(at as usize, conditional);
        self.levels[first..].iter_mut().for_each(|level| level.around += 1);
    }

    /// Leaves a conditional at its predicate: earlier nodes are outside of it.
    fn begins(&mut self, construct: ConstructId, start: u64) {
        let found =
            self.leaving.around().iter().rposition(|around| around.construct == construct && around.start == start);
        if let Some(at) = found {
            self.leaving.remove(at);
        }
    }

    /// Ends the pass; returns the number of edges, the runs of class initialisers with what they depend on, and the sums.
    pub(super) fn finish(self) -> (u64, Spans, Successions, Edges) {
        (self.found, self.spans, self.successions, self.leaving.finish())
    }
}

/// Returns the slot of a place that the replay resolved, else 0.
pub(super) fn slot_of(place: Place, slots: &[u32]) -> u32 {
    place.resolved().map_or(0, |n| slots[n as usize])
}

/// The backward pass over one piece of the stream.
struct Piece<'a, 'm> {
    pass: &'a mut Backward<'m>,
    log: &'a mut Log,
}

impl StreamPass for Piece<'_, '_> {
    fn path(&mut self, _: usize, program: u32, frame: u32, slots: &[u32]) {
        self.pass.path(program, frame, slots, self.log);
    }

    fn enter(&mut self, _: RegionId, _: RegionId, _: u32) {
        self.pass.pop();
    }

    fn open_loop(&mut self, _: RegionId, _: RegionId, _: u32, _: bool) {
        self.pass.pop();
        self.pass.pop();
    }

    fn next_iteration(&mut self) {
        self.pass.pop();
        self.pass.reopen(self.log, self.pass.time);
    }

    fn exit(&mut self, levels: u32) {
        (0..levels).for_each(|_| self.pass.reopen(self.log, self.pass.time));
    }

    fn arrive(&mut self, _: BlockId) {
        self.pass.rejoin(self.log, self.pass.time);
    }

    fn work(&mut self, nodes: u32) {
        self.pass.time -= u64::from(nodes);
        self.pass.work += u64::from(nodes);
    }

    fn callback(&mut self, what: Callbacks, _: InstructionId) {
        match what {
            Callbacks::Begin => (0..2).for_each(|_| self.pass.pop()),
            Callbacks::Next => self.next_iteration(),
            Callbacks::End => self.exit(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependences::initializers::Running;

    #[test]
    fn changes_of_a_level_are_merged_whatever_level_of_the_unit_came_last() {
        let map = ProgramMap::default();
        let (spans, _) = Running::default().finish(100);
        let facts = Facts::new(&map);
        let mut pass = Backward::new(&facts, Plans::default(), 100, (Held::default(), spans));
        for start in [0, 50] {
            pass.levels.push(Level { around: pass.leaving.around().len() as u32, activation: 100 });
            pass.leaving.push(Around { construct: ConstructId::NONE, start, end: 100 });
        }
        let change = |time| Next { time, insn: InstructionId::new(0) };
        pass.changes.add(1, change(90), |_| false);
        pass.changes.add(1, change(60), |_| false);
        // A step of the unit has looked into a call within it.
        pass.time = 50;
        pass.set_level(Some((0, 2)));
        pass.pop();
        assert_eq!(pass.changes.not_at(0).map(|next| next.time).collect::<Vec<_>>(), [60]);
    }
}
