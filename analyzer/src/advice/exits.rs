//! Exits of loops: does what an iteration computes decide whether there is a next one?

use paratrace_jvm::opcodes as op;
use paratrace_replay::base::arithmetic::iinc;
use paratrace_traceformat::map::{BlockId, Effect, InstructionId, LoopId, Op, ProgramMap};
use rustc_hash::FxHashSet;

use super::blockers::Context;
use super::counters::body;
use super::idioms;
use crate::dependences::{Exceptions, Key, Kind, Points, Stat};

/// Blocks that are followed to see that an exit only throws.
const MAX_THROWING_BLOCKS: usize = 16;

/// Returns whether the loop has an exit that does not follow from its counters and from values that stay the same in it.
/// An exit that throws counts if an exception did leave the loop: others guard against errors, as a rule. `edges` are those
/// that leave an iteration.
pub(super) fn may_end_early(
    points: &Points<'_>,
    context: &Context<'_>,
    edges: &[(&Key, &Stat)],
    exceptions: &Exceptions,
) -> bool {
    let Some(looped) = context.looped else { return false };
    let map = points.map;
    let mut body = Body::new(points, looped, &context.counters);
    body.chained = context.chains.locals.clone();
    let (mut tests, mut raising) = (Vec::new(), body.blocks.clone());
    for &block in &body.blocks {
        let targets = map.blocks[block.index()].edges.clone().map(|edge| map.edges[edge as usize].to);
        for target in targets.filter(|target| !body.blocks.contains(target)) {
            match way_to_throw(map, target) {
                Some(way) => raising.extend(way),
                None => tests.push(block),
            }
        }
    }
    let changing = carried(edges);
    exceptions.left(map, &raising) || tests.into_iter().any(|block| !body.is_foreseen(block, &changing))
}

/// Instructions of edges between iterations that make a test depend on what iterations do: reads that a later iteration
/// overwrites, and calls on objects that change.
fn carried(edges: &[(&Key, &Stat)]) -> FxHashSet<InstructionId> {
    let between = edges.iter().filter(|(_, stat)| stat.carried > 0);
    between
        .flat_map(|(key, _)| match key.kind {
            Kind::War => vec![key.head],
            Kind::State | Kind::Passed => vec![key.head, key.tail],
            Kind::Raw | Kind::Waw => Vec::new(),
        })
        .collect()
}

/// The code of a loop.
pub(super) struct Body<'p> {
    points: &'p Points<'p>,
    blocks: FxHashSet<BlockId>,
    /// Locals that are its counters.
    counted: FxHashSet<u32>,
    /// Locals that it stores to otherwise.
    stored: FxHashSet<u32>,
    /// Fields that it writes.
    written: FxHashSet<u32>,
    /// Locals of short chains, which can be computed before the rest of the iterations.
    chained: FxHashSet<u32>,
}

impl<'p> Body<'p> {
    pub(super) fn new(points: &'p Points<'p>, looped: LoopId, counters: &FxHashSet<InstructionId>) -> Self {
        let map = points.map;
        let blocks: FxHashSet<BlockId> = body(points, looped).collect();
        let mut body = Self {
            points,
            blocks,
            counted: FxHashSet::default(),
            stored: FxHashSet::default(),
            written: FxHashSet::default(),
            chained: FxHashSet::default(),
        };
        for insn in body.blocks.iter().flat_map(|&block| map.blocks[block.index()].instructions()) {
            let (op, arg) = (points.op(insn), map.insns.arg[insn.index()]);
            match op {
                Op::Store if counters.contains(&insn) => drop(body.counted.insert(arg)),
                Op::Iinc if counters.contains(&insn) => drop(body.counted.insert(iinc(arg).0)),
                Op::Store => drop(body.stored.insert(arg)),
                Op::Iinc => drop(body.stored.insert(iinc(arg).0)),
                Op::PutField | Op::PutStatic => drop(body.written.insert(arg)),
                _ => {}
            }
        }
        body
    }

    /// Lists the instructions of the loop.
    pub(super) fn instructions(&self) -> impl Iterator<Item = InstructionId> {
        self.blocks.iter().flat_map(|&block| self.points.map.blocks[block.index()].instructions())
    }

    /// Lists the instructions that store to a local.
    pub(super) fn stores_to(&self, local: u32) -> impl Iterator<Item = InstructionId> {
        self.instructions().filter(move |&insn| {
            let arg = self.points.map.insns.arg[insn.index()];
            match self.points.op(insn) {
                Op::Store => arg == local,
                Op::Iinc => iinc(arg).0 == local,
                _ => false,
            }
        })
    }

    /// Returns whether a local has a value that no iteration computes: it stays the same, or is a counter.
    pub(super) fn is_free(&self, local: u32) -> bool {
        !self.stored.contains(&local)
    }

    /// Returns whether the test at the end of a block only looks at counters, and at what stays the same.
    fn is_foreseen(&self, block: BlockId, changing: &FxHashSet<InstructionId>) -> bool {
        let map = self.points.map;
        let Some(test) = map.blocks[block.index()].instructions().next_back() else { return true };
        if !op::is_predicate(map.insns.opcode[test.index()]) {
            // Control goes on without a choice.
            return true;
        }
        let Some(operands) = self.operands(block, test) else { return false };
        let has_counter = operands.iter().any(|&insn| self.loads_counter(insn));
        operands.iter().all(|&insn| self.stays(insn, changing) && (!has_counter || self.is_monotone(insn)))
    }

    /// Returns the instructions of the block that compute what its test looks at; `None` if it takes more than those.
    pub(super) fn operands(&self, block: BlockId, test: InstructionId) -> Option<Vec<InstructionId>> {
        let map = self.points.map;
        let mut needed = map.stack_effect(test)?.0;
        let mut operands = Vec::new();
        // A call ends a block; what computes its arguments is in the one before.
        let mut insn = test;
        let first = self.first_before(block);
        while needed > 0 {
            insn = insn.minus(1).filter(|&insn| insn >= first)?;
            let (pops, pushes) = map.stack_effect(insn)?;
            if pushes > needed || pushes == 0 {
                return None;
            }
            needed = needed - pushes + pops;
            operands.push(insn);
        }
        Some(operands)
    }

    /// Returns the first instruction from which control always comes to the end of a block.
    fn first_before(&self, mut block: BlockId) -> InstructionId {
        let map = self.points.map;
        loop {
            let here = &map.blocks[block.index()];
            let before = self.blocks.iter().find(|&&other| map.blocks[other.index()].contains(here.after_call));
            match before {
                Some(&before) if before != block => block = before,
                _ => return InstructionId::new(here.insns.start),
            }
        }
    }

    /// Returns whether an instruction loads a counter of the loop.
    fn loads_counter(&self, insn: InstructionId) -> bool {
        self.points.op(insn) == Op::Load && self.counted.contains(&self.points.map.insns.arg[insn.index()])
    }

    /// Returns whether a counter that goes on in one direction still does after this instruction: the test then holds up to
    /// some iteration, and from there on no more.
    fn is_monotone(&self, insn: InstructionId) -> bool {
        let opcode = self.points.map.insns.opcode[insn.index()];
        match self.points.op(insn) {
            Op::Compute => {
                matches!(opcode, op::IADD..=op::DDIV | op::INEG..=op::LSHL | op::I2L..=op::DCMPG | op::ARRAYLENGTH)
            }
            Op::Invoke => self.points.call(insn).is_some_and(|call| ["min", "max"].contains(&&*call.name)),
            _ => true,
        }
    }

    /// Returns whether an instruction gives the same in every iteration, or follows from a counter.
    fn stays(&self, insn: InstructionId, changing: &FxHashSet<InstructionId>) -> bool {
        let arg = self.points.map.insns.arg[insn.index()];
        match self.points.op(insn) {
            Op::Push | Op::PushInt | Op::Compute => true,
            Op::Load => self.is_free(arg) || self.chained.contains(&arg),
            Op::Invoke
                if self.points.call(insn).is_some_and(|call| call.effect == Effect::Pure && call.callee.is_none()) =>
            {
                true
            }
            Op::GetField | Op::GetStatic => !self.written.contains(&arg) && !changing.contains(&insn),
            Op::Invoke => self.points.call(insn).is_some_and(|call| {
                let moves_on = ["hasNext", "hasMoreElements"].contains(&&*call.name) && idioms::gathers(call, false);
                moves_on || self.points.only_looks(insn) && !changing.contains(&insn)
            }),
            _ => false,
        }
    }
}

/// Returns the blocks from this one to a `throw`, if control that comes here can only go there.
pub(super) fn way_to_throw(map: &ProgramMap, mut block: BlockId) -> Option<Vec<BlockId>> {
    let mut way = Vec::new();
    while way.len() < MAX_THROWING_BLOCKS {
        way.push(block);
        let at = &map.blocks[block.index()];
        let last = at.instructions().next_back();
        if last.is_some_and(|insn| Op::from_byte(map.insns.op[insn.index()]) == Some(Op::Throw)) {
            return Some(way);
        }
        let mut next = at.edges.clone().map(|edge| map.edges[edge as usize].to);
        match (next.next(), next.next()) {
            (Some(only), None) => block = only,
            _ => return None,
        }
    }
    None
}
