//! The walk through code: from block to block until nothing new is learnt.

use std::collections::BTreeSet;

use paratrace_replay::base::arithmetic::iinc;
use paratrace_traceformat::map::{BlockId, InstructionId, MethodId, Op};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Algebra;
use super::branches::Branch;
use super::state::State;
use super::value::{Fact, Number, Part, Tests, Value, number};
use crate::advice::regions::{Code, Region};

/// Most visits of one block, on average.
const MAX_VISITS: usize = 32;

/// The walk through one activation of code.
pub(super) struct Frame<'m> {
    pub(super) code: Code<'m>,
    pub(super) method: MethodId,
    /// Tells activations of the same code apart; 0 for the code that the walk began with.
    pub(super) context: Number,
    /// Tests that decide about the whole activation.
    pub(super) under: Tests,
    /// Methods that the activation is inside of.
    pub(super) depth: usize,
    states: FxHashMap<BlockId, State>,
    /// The blocks to which there are several ways.
    meeting: FxHashSet<BlockId>,
    regions: Vec<(Tests, Region)>,
    /// The code that branches decide about, as far as that was asked for.
    decided: FxHashMap<BlockId, Option<Region>>,
    todo: BTreeSet<BlockId>,
    /// What it returns, and the heap then.
    pub(super) returned: Option<State>,
}

impl<'m> Frame<'m> {
    pub(super) fn new(code: Code<'m>, method: MethodId, context: Number, under: Tests, depth: usize) -> Self {
        let (states, decided) = (FxHashMap::default(), FxHashMap::default());
        let (regions, todo) = (Vec::new(), BTreeSet::new());
        let meeting = meeting(&code, method);
        Self { code, method, context, under, depth, states, meeting, regions, decided, todo, returned: None }
    }

    /// Returns the tests that decide whether a block runs.
    pub(super) fn under(&self, block: BlockId) -> Tests {
        let around = self.regions.iter().filter(|(_, region)| region.blocks.contains(&block));
        around.fold(self.under, |all, (tests, _)| all.and(*tests))
    }

    /// Returns whether a test that decides whether a block runs also decides how the code ends.
    pub(super) fn is_open(&self, block: BlockId) -> bool {
        self.regions.iter().any(|(_, region)| region.meet.is_none() && region.blocks.contains(&block))
    }

    /// Returns the tests that decide from where control comes to a block.
    fn chosen(&self, block: BlockId) -> Tests {
        let meets = |region: &Region| region.meet == Some(block) || region.blocks.contains(&block);
        let around = self.regions.iter().filter(|(_, region)| meets(region));
        around.fold(Tests::default(), |all, (tests, _)| all.and(*tests))
    }

    /// Adds what is known on a way to a block.
    fn come(&mut self, block: BlockId, state: State) {
        let chosen = self.chosen(block);
        // By the only way to a block comes all that is known there.
        let known = self.states.get(&block).filter(|_| self.meeting.contains(&block));
        let mut next = match known {
            Some(known) => known.or(&state, chosen, (block.number(), self.context)),
            None => state,
        };
        // What a test has shown is not followed further than the code that it decides about.
        let is_inside = |fact: &Fact| {
            let around = self.regions.iter().filter(|(_, region)| region.blocks.contains(&block));
            fact.by.tests & !around.fold(0, |all, (tests, _)| all | tests.tests) == 0
        };
        if known.is_some() {
            next.fact = next.fact.filter(is_inside);
        }
        if self.states.get(&block) != Some(&next) {
            self.states.insert(block, next);
            self.todo.insert(block);
        }
    }

    /// Returns from the activation.
    pub(super) fn leave(&mut self, state: &State, result: Option<Value>) {
        let state = State { stack: result.into_iter().collect(), locals: FxHashMap::default(), ..state.clone() };
        let open = self.regions.iter().filter(|(_, region)| region.meet.is_none());
        let chosen = open.fold(Tests::default(), |all, (tests, _)| all.and(*tests));
        self.returned = Some(match &self.returned {
            Some(before) => before.or(&state, chosen, (u32::MAX, self.context)),
            None => state,
        });
    }

    fn region(&mut self, branch: BlockId) -> Option<Region> {
        self.decided.entry(branch).or_insert_with(|| self.code.region(branch)).clone()
    }

    /// Notes the code that a test of the old value decides about.
    fn note(&mut self, tests: Tests, region: Region) {
        if self.regions.iter().any(|(known, of)| *known == tests && *of == region) {
            return;
        }
        let inside = region.blocks.iter().copied().chain(region.meet);
        self.todo.extend(inside.filter(|block| self.states.contains_key(block)));
        self.regions.push((tests, region));
    }
}

/// Returns the blocks of code to which there are several ways, by exceptions, too.
fn meeting(code: &Code<'_>, method: MethodId) -> FxHashSet<BlockId> {
    let handlers = code.map.methods[method.index()].handlers.clone();
    let handlers = &code.map.handlers[handlers.start as usize..handlers.end as usize];
    let mut meeting: FxHashSet<BlockId> = handlers.iter().map(|handler| handler.block).collect();
    let mut seen = FxHashSet::from_iter([code.entry]);
    let ways = code.blocks.iter().flat_map(|&block| code.next(block));
    meeting.extend(ways.filter(|&to| !seen.insert(to)));
    meeting
}

impl<'m> Algebra<'_, 'm> {
    /// Walks through code; `None` if it does not come to an end.
    pub(super) fn walk(&mut self, frame: &mut Frame<'m>, entry: State) -> Option<()> {
        frame.come(frame.code.entry, entry);
        let mut visits = MAX_VISITS * frame.code.blocks.len();
        while let Some(block) = frame.todo.pop_first() {
            visits = visits.checked_sub(1)?;
            self.block(frame, block)?;
        }
        Some(())
    }

    fn block(&mut self, frame: &mut Frame<'m>, block: BlockId) -> Option<()> {
        let at = &self.points.map.blocks[block.index()];
        let mut state = frame.states.get(&block)?.clone();
        let before = state.clone();
        let mut branch = None;
        for insn in at.instructions() {
            branch = self.step(frame, block, &mut state, insn)?;
        }
        self.raise(frame, block, &before, &state);
        let last = at.instructions().next_back().unwrap_or(InstructionId::new(at.insns.start));
        let tests = branch.as_ref().map(|branch: &Branch| self.tested(frame, block, last, branch));
        for to in frame.code.next(block).collect::<Vec<_>>() {
            let fact =
                |branch: &Branch| branch.shown_at(self.points.map.blocks[to.index()].insns.start == at.insns.end);
            let shown = branch.as_ref().and_then(fact);
            let learn = |(shown, by)| state.fact.map_or(Fact { shown, by }, |known| known.followed_by(shown, by));
            let learnt = shown.zip(tests).map(learn);
            let next = State { fact: learnt.or(state.fact.filter(|_| tests.is_none())), ..state.clone() };
            match frame.code.goes_on(to) {
                true => frame.come(to, next),
                false => self.end(frame, to, last, &next),
            }
        }
        Some(())
    }

    /// Notes a test of the old value, and what it decides about.
    fn tested(&mut self, frame: &mut Frame<'m>, block: BlockId, last: InstructionId, branch: &Branch) -> Tests {
        let tests = self.test(last, frame.context, branch.loads);
        let leaves = frame.code.next(block).any(|to| !frame.code.blocks.contains(&to));
        let region = if leaves || tests.tests == 0 { None } else { frame.region(block) };
        match region {
            Some(region) => frame.note(tests, region),
            None => self.escape(branch.loads, last),
        }
        tests
    }

    /// A way leaves the code, or comes to its beginning again: the old value must not be in a local that is read there.
    fn end(&mut self, frame: &Frame<'m>, to: BlockId, last: InstructionId, state: &State) {
        let is_outside = !frame.code.blocks.contains(&to);
        self.changes_heap |= !is_outside && frame.depth == 0 && state.memory != 0;
        if is_outside {
            self.escape(frame.under(self.block_of(last, to)).loads, last);
        }
        for (&slot, value) in &state.locals {
            let is_kept = !matches!(value.part, Part::Free | Part::Companion);
            if is_kept && frame.depth == 0 && self.is_read_from(to, slot) {
                self.escape(value.loads, last);
            }
        }
    }

    fn block_of(&self, insn: InstructionId, or: BlockId) -> BlockId {
        self.points.block_of(insn).unwrap_or(or)
    }

    /// Any instruction of a block may raise an exception that the code itself catches.
    fn raise(&mut self, frame: &mut Frame<'m>, block: BlockId, before: &State, after: &State) {
        let map = self.points.map;
        let handlers = &map.handlers;
        let range = map.methods[frame.method.index()].handlers.clone();
        let first = InstructionId::new(map.blocks[block.index()].insns.start);
        for handler in handlers[range.start as usize..range.end as usize].iter().filter(|one| one.covers(first)) {
            if frame.code.goes_on(handler.block) {
                let caught = Value::free(number(("caught", handler.block.number(), frame.context)));
                for state in [before, after] {
                    frame.come(handler.block, State { stack: vec![caught], fact: None, ..state.clone() });
                }
            }
        }
    }

    /// Returns whether code from here on reads a local before it is written.
    fn is_read_from(&self, from: BlockId, slot: u32) -> bool {
        let map = self.points.map;
        let (mut seen, mut todo) = (BTreeSet::from([from]), vec![from]);
        while let Some(block) = todo.pop() {
            let access = map.blocks[block.index()].instructions().find_map(|insn| self.reads(insn, slot));
            match access {
                Some(true) => return true,
                Some(false) => {}
                None => todo.extend(self.points.next(block).filter(|&to| seen.insert(to))),
            }
        }
        false
    }

    /// Returns whether an instruction reads a local or only writes it; `None` if it does neither.
    fn reads(&self, insn: InstructionId, slot: u32) -> Option<bool> {
        let arg = self.points.map.insns.arg[insn.index()];
        match self.points.op(insn) {
            Op::Load if arg == slot => Some(true),
            Op::Iinc if iinc(arg).0 == slot => Some(true),
            Op::Store if arg == slot => Some(false),
            _ => None,
        }
    }
}
