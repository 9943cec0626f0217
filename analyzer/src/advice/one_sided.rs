//! Branches that went one way whenever they were executed: the way that none took may lead past a write that all iterations made.
//!
//! That no iteration reads what another one wrote is then true of this run only.

use std::collections::BTreeMap;

use paratrace_jvm::opcodes::is_predicate;
use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::{BlockId, InstructionId, MethodId, Op};
use rustc_hash::FxHashSet;

use super::body::Body;
use super::candidates::Maker;
use super::exits::way_to_throw;
use super::if_run::IfRun;
use super::task_edge::Unexecuted;
use super::unmet::CARRIED;
use crate::dependences::{Key, Kind, Stat};
use crate::model::{Via, ViaKind};

/// What all iterations overwrite at a location before they read it.
#[derive(Default)]
struct Overwritten {
    writes: FxHashSet<InstructionId>,
    readers: FxHashSet<InstructionId>,
}

impl Maker<'_> {
    /// Lists the edges that iterations would make if they took the other way at a branch. `edges` are those that leave an iteration.
    pub(super) fn if_turned(&self, construct: ConstructId, body: &Body<'_>, edges: &[(&Key, &Stat)]) -> Vec<IfRun> {
        let mut places: BTreeMap<Via, Overwritten> = BTreeMap::new();
        let mut flowing: FxHashSet<Via> = FxHashSet::default();
        for &(key, _) in edges.iter().filter(|(_, stat)| stat.carried > 0) {
            let via = self.points.location(key);
            match key.kind {
                Kind::Raw => drop(flowing.insert(via)),
                Kind::Waw if matches!(via.kind, ViaKind::Field | ViaKind::Static | ViaKind::Element) => {
                    places.entry(via).or_default().writes.extend([key.head, key.tail]);
                }
                _ => {}
            }
        }
        places.retain(|via, _| !flowing.contains(via));
        places.into_values().filter_map(|place| self.way_past(construct, body, place)).collect()
    }

    /// Returns the edge of an iteration that reads a place and does not write it before.
    fn way_past(&self, construct: ConstructId, body: &Body<'_>, mut place: Overwritten) -> Option<IfRun> {
        place.readers = place.writes.iter().flat_map(|&write| self.readers.of(write)).collect();
        place.readers.extend(body.instructions().filter(|&insn| self.reads_field_of(insn, &place.writes)));
        let mut methods: Vec<MethodId> = place.writes.iter().map(|&write| self.points.method_of(write)).collect();
        methods.sort_unstable();
        methods.dedup();
        methods.into_iter().find_map(|method| {
            let (branch, reader) = self.branch_past(body, method, &place)?;
            let write = place.writes.iter().copied().filter(|&write| self.points.method_of(write) == method).min()?;
            let key = Key::new(construct, Kind::Raw, write, reader);
            Some(IfRun { edge: (key, CARRIED), left: Unexecuted::Way(branch) })
        })
    }

    /// Returns whether an instruction reads the field that some of these write.
    fn reads_field_of(&self, insn: InstructionId, writes: &FxHashSet<InstructionId>) -> bool {
        let arg = |insn: InstructionId| self.points.map.insns.arg[insn.index()];
        let written = match self.points.op(insn) {
            Op::GetField => Op::PutField,
            Op::GetStatic => Op::PutStatic,
            _ => return false,
        };
        writes.iter().any(|&write| self.points.op(write) == written && arg(write) == arg(insn))
    }

    /// Returns a branch of a method that went one way only, and what reads the place behind the other way without a write in between.
    fn branch_past(
        &self,
        body: &Body<'_>,
        method: MethodId,
        place: &Overwritten,
    ) -> Option<(InstructionId, InstructionId)> {
        let blocks = self.points.map.methods[method.index()].blocks.clone().map(BlockId::new);
        let is_own = method == body.method;
        let mut tests = blocks.filter(|block| !is_own || body.blocks.contains(block));
        tests.find_map(|block| {
            let branch = self.points.map.blocks[block.index()].instructions().next_back()?;
            let other = self.way_not_taken(block, branch)?;
            let reader = self.reader_behind(body, other, is_own, place)?;
            if self.leads_to_write(block, place) { Some((branch, reader)) } else { None }
        })
    }

    /// Returns the block to which a branch that was executed never led.
    fn way_not_taken(&self, block: BlockId, branch: InstructionId) -> Option<BlockId> {
        let has_run = |insn: InstructionId| self.sums.executed.contains(insn.index());
        if !is_predicate(self.points.map.insns.opcode[branch.index()]) || !has_run(branch) {
            return None;
        }
        let next = branch.plus(1);
        let follows = |to: &BlockId| self.points.first_of(*to) == next;
        let (mut onward, mut aside) = (self.points.next(block).filter(follows), self.points.next(block));
        match (self.sums.turned.contains(branch.index()), has_run(next)) {
            (false, _) => aside.find(|to| !follows(to)),
            (true, false) => onward.next(),
            (true, true) => None,
        }
    }

    /// Returns whether a write may come behind a block.
    fn leads_to_write(&self, block: BlockId, place: &Overwritten) -> bool {
        let (mut todo, mut seen) = (vec![block], FxHashSet::default());
        while let Some(block) = todo.pop() {
            let code = self.points.map.blocks[block.index()].instructions();
            if code.clone().any(|insn| place.writes.contains(&insn)) {
                return true;
            }
            todo.extend(self.points.next(block).filter(|&to| seen.insert(to)));
        }
        false
    }

    /// Returns what reads a place in the same iteration behind a block if nothing has written it on the way. Behind the end of a called method,
    /// that is any reader.
    fn reader_behind(
        &self,
        body: &Body<'_>,
        first: BlockId,
        is_own: bool,
        place: &Overwritten,
    ) -> Option<InstructionId> {
        let header = self.points.map.loops[body.looped.index()].header;
        let is_left = |block: BlockId| is_own && (block == header || !body.blocks.contains(&block));
        let (mut todo, mut seen) = (vec![first], FxHashSet::from_iter([first]));
        while let Some(block) = todo.pop() {
            if is_left(block) || way_to_throw(&self.points, block).is_some() {
                continue;
            }
            let mut code = self.points.map.blocks[block.index()].instructions();
            match code.find(|insn| place.writes.contains(insn) || place.readers.contains(insn)) {
                Some(insn) if place.readers.contains(&insn) => return Some(insn),
                Some(_) => continue,
                None => {}
            }
            let mut onward = self.points.next(block).peekable();
            if onward.peek().is_none() && !is_own {
                return place.readers.iter().copied().min();
            }
            todo.extend(onward.filter(|&to| seen.insert(to)));
        }
        None
    }
}
