//! Dependences that the code has and the run did not show: through locals that hardly any iteration has written, and through the
//! generator that all calls of `Math.random` share.
//!
//! A task that is a lambda can write no local of the code around it, whether its branch is taken once or never. So these
//! dependences are judged like those that occurred, only that they occurred no time.

use std::collections::BTreeSet;

use paratrace_jvm::library::{self, MethodFact};
use paratrace_replay::base::arithmetic::iinc;
use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::{BlockId, InstructionId, Op};
use rustc_hash::FxHashSet;

use super::body::Body;
use super::context::Context;
use super::rounds::handlers;
use crate::dependences::definitions::stored_local;
use crate::dependences::{Key, Kind, Points, Stat};

/// An edge that an iteration could leave to a later one.
pub(super) const CARRIED: Stat = Stat { min: 0, count: 1, carried: 1, ..Stat::NONE };

/// An edge that an iteration could leave to what follows the loop.
const LEFT: Stat = Stat { carried: 0, ..CARRIED };

/// Lists the edges through locals of a loop that the code has, where no edge between iterations runs through the local. `edges` are
/// those that leave an iteration.
pub(super) fn through_locals(
    points: &Points<'_>,
    construct: ConstructId,
    body: &Body<'_>,
    edges: &[(&Key, &Stat)],
) -> Vec<(Key, Stat)> {
    let carried = |kind| {
        let between = edges.iter().filter(move |(key, stat)| key.kind == kind && stat.carried > 0);
        let own = between.filter(|(key, _)| points.method_of(key.head) == body.method);
        own.filter_map(|(key, _)| stored_local(points, key.head)).collect::<FxHashSet<u32>>()
    };
    let (read, written) = (carried(Kind::Raw), carried(Kind::Waw));
    let ways = Ways { points, body };
    let mut found = Vec::new();
    for slot in body.stored.iter().copied().filter(|slot| !read.contains(slot)).collect::<BTreeSet<_>>() {
        let stores: Vec<_> = body.stores_to(slot).filter(|&store| ways.come_round(store, slot)).collect();
        let edge = |kind, head, tail| Key::new(construct, kind, head, tail);
        let (inside, behind) = (ways.read_inside(slot), ways.read_behind(slot));
        for &store in &stores {
            found.extend(inside.iter().map(|&load| (edge(Kind::Raw, store, load), CARRIED)));
            if inside.is_empty() && !written.contains(&slot) {
                found.extend(behind.iter().map(|&load| (edge(Kind::Raw, store, load), LEFT)));
                found.extend(behind.first().map(|_| (edge(Kind::Waw, store, store), CARRIED)));
            }
        }
    }
    found
}

/// Lists the edges between these calls, which share a state that no object shows, as a generator.
pub(super) fn through_calls(construct: ConstructId, calls: impl Iterator<Item = InstructionId>) -> Vec<(Key, Stat)> {
    let edge = |insn| (Key::new(construct, Kind::State, insn, insn), CARRIED);
    calls.map(edge).collect()
}

/// Lists the edges through fields that one task has written beside an extremum, and that are read afterwards: other tasks, which do
/// not know the extremum so far, would write them, too.
pub(super) fn beside_extrema(
    construct: ConstructId,
    context: &Context<'_>,
    edges: &[(&Key, &Stat)],
) -> Vec<(Key, Stat)> {
    let met: FxHashSet<InstructionId> = edges
        .iter()
        .filter(|(key, stat)| key.kind == Kind::Waw && stat.carried > 0)
        .flat_map(|(key, _)| [key.head, key.tail])
        .collect();
    let is_field = |store| matches!(context.points.op(store), Op::PutField | Op::PutStatic);
    let beside = context.updates.beside_extrema().filter(|&store| is_field(store) && !met.contains(&store));
    let left: BTreeSet<_> = beside.filter(|store| context.live_out.contains(store)).collect();
    left.into_iter().map(|store| (Key::new(construct, Kind::Waw, store, store), CARRIED)).collect()
}

/// Lists the calls in this code that give another value each time, by one generator for all.
pub(super) fn generators(points: &Points<'_>, code: impl Iterator<Item = InstructionId>) -> FxHashSet<InstructionId> {
    let varies = |&insn: &InstructionId| {
        let site = points.call(insn);
        site.is_some_and(|it| library::method_is(&it.class, &it.name, &it.desc, MethodFact::Varies))
    };
    code.filter(varies).collect()
}

/// The ways of control through a loop and behind it, by exceptions, too.
struct Ways<'a, 'p> {
    points: &'a Points<'p>,
    body: &'a Body<'p>,
}

impl Ways<'_, '_> {
    /// Returns whether the next iteration may find what an instruction has stored.
    fn come_round(&self, store: InstructionId, slot: u32) -> bool {
        let map = self.points.map;
        let header = map.loops[self.body.looped.index()].header;
        let Some(block) = self.points.block_of(store) else { return false };
        let end = InstructionId::new(map.blocks[block.index()].insns.end);
        let mut todo = if self.are_kept(store.plus(1).up_to(end), slot) { self.onward(block) } else { Vec::new() };
        let mut seen = FxHashSet::default();
        while let Some(block) = todo.pop() {
            if block == header {
                return true;
            }
            if self.body.blocks.contains(&block) && seen.insert(block) {
                todo.extend(handlers(self.points, block, None));
                if self.are_kept(map.blocks[block.index()].instructions(), slot) {
                    todo.extend(self.points.next(block));
                }
            }
        }
        false
    }

    /// Returns whether none of these instructions stores to a local.
    fn are_kept(&self, mut insns: impl Iterator<Item = InstructionId>, slot: u32) -> bool {
        !insns.any(|insn| stored_local(self.points, insn) == Some(slot))
    }

    /// Lists the instructions that read in an iteration what an earlier one has left in a local.
    fn read_inside(&self, slot: u32) -> BTreeSet<InstructionId> {
        let header = self.points.map.loops[self.body.looped.index()].header;
        self.read_from(vec![header], slot, |block| self.body.blocks.contains(&block))
    }

    /// Lists the instructions that read what the loop has left in a local.
    fn read_behind(&self, slot: u32) -> BTreeSet<InstructionId> {
        let next = self.body.blocks.iter().flat_map(|&block| self.points.next(block));
        self.read_from(next.filter(|to| !self.body.blocks.contains(to)).collect(), slot, |_| true)
    }

    /// Lists the instructions that read a local before it is written, on all ways from the beginnings of blocks.
    fn read_from(
        &self,
        mut todo: Vec<BlockId>,
        slot: u32,
        is_followed: impl Fn(BlockId) -> bool,
    ) -> BTreeSet<InstructionId> {
        let (mut seen, mut found) = (todo.iter().copied().collect::<FxHashSet<_>>(), BTreeSet::new());
        while let Some(block) = todo.pop() {
            let mut onward = handlers(self.points, block, None).collect::<Vec<_>>();
            let code = self.points.map.blocks[block.index()].instructions();
            let stored = code.clone().find(|&insn| stored_local(self.points, insn) == Some(slot));
            found.extend(code.take_while(|&insn| stored.is_none_or(|at| insn <= at)).filter(|&i| self.reads(i, slot)));
            if stored.is_none() {
                onward.extend(self.points.next(block));
            }
            todo.extend(onward.into_iter().filter(|&to| is_followed(to) && seen.insert(to)));
        }
        found
    }

    fn reads(&self, insn: InstructionId, slot: u32) -> bool {
        let arg = self.points.map.insns.arg[insn.index()];
        match self.points.op(insn) {
            Op::Load => arg == slot,
            Op::Iinc => iinc(arg).0 == slot,
            _ => false,
        }
    }

    /// Lists the blocks that control may go to from a block.
    fn onward(&self, block: BlockId) -> Vec<BlockId> {
        self.points.next(block).chain(handlers(self.points, block, None)).collect()
    }
}
