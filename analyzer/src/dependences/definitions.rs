//! The definitions of locals: which stores a load may get its value from, and how many values a variable gets.

use paratrace_jvm::opcodes::CHECKCAST;
use paratrace_replay::base::arithmetic::iinc;
use paratrace_replay::program::parameter_slots;
use paratrace_traceformat::map::{BlockId, InstructionId, Op};
use rustc_hash::FxHashSet;

use super::points::Points;

/// Where the value of a local comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Definition {
    /// The instruction that stores it.
    Store(InstructionId),
    /// The method has it from its caller.
    Parameter,
    /// An exception handler begins on the way: any store before it may be the one.
    Unknown,
}

/// Returns the definitions that reach a load of a local.
pub(crate) fn reaching(points: &Points<'_>, load: InstructionId) -> FxHashSet<Definition> {
    let Some(block) = points.block_of(load) else { return FxHashSet::default() };
    let slot = points.map.insns.arg[load.index()];
    match last_store(points, slot, points.first_of(block), load) {
        Some(store) => FxHashSet::from_iter([Definition::Store(store)]),
        None => reaching_block(points, block, slot),
    }
}

/// Returns the last instruction among these that stores to a local.
fn last_store(points: &Points<'_>, slot: u32, first: InstructionId, end: InstructionId) -> Option<InstructionId> {
    first.up_to(end).rev().find(|&insn| stored_local(points, insn) == Some(slot))
}

/// Returns the definitions of a local that reach the beginning of a block.
pub(crate) fn reaching_block(points: &Points<'_>, block: BlockId, slot: u32) -> FxHashSet<Definition> {
    let map = points.map;
    let (mut found, mut seen) = (FxHashSet::default(), FxHashSet::default());
    let method = points.method_with(block);
    let end = |block: BlockId| InstructionId::new(map.blocks[block.index()].insns.end);
    let mut open = vec![block];
    while let Some(block) = open.pop() {
        let before = points.before(block);
        match block.index() == map.methods[method.index()].blocks.start as usize {
            true => drop(found.insert(Definition::Parameter)),
            false if before.is_empty() => drop(found.insert(Definition::Unknown)),
            false => {}
        }
        for block in before.iter().copied().filter(|&block| seen.insert(block)) {
            match last_store(points, slot, points.first_of(block), end(block)) {
                Some(store) => drop(found.insert(Definition::Store(store))),
                None => open.push(block),
            }
        }
    }
    found
}

/// Returns the store that every load at a place gets its value from; `None` if there is no single one.
pub(crate) fn only_store(points: &Points<'_>, load: InstructionId) -> Option<InstructionId> {
    let mut found = reaching(points, load).into_iter();
    match (found.next()?, found.next()) {
        (Definition::Store(store), None) => Some(store),
        _ => None,
    }
}

/// Returns whether the variable that an instruction loads gets only one value, as those that a lambda captures (JLS §4.12.4).
pub(crate) fn is_given_once(points: &Points<'_>, load: InstructionId) -> bool {
    let (map, method) = (points.map, points.method_of(load));
    let described = &map.methods[method.index()];
    let slot = map.insns.arg[load.index()];
    let narrow = u16::try_from(slot).unwrap_or(u16::MAX);
    let Some(variable) = map.variable_at(method, narrow, map.insns.pc[load.index()]) else {
        let reaching = reaching(points, load);
        return reaching.len() == 1 && !reaching.contains(&Definition::Unknown);
    };
    // The variable begins behind the store of its first value.
    let is_in = |&store: &InstructionId| {
        let next = store.plus(1).number();
        next < described.insns.end && (variable.from..variable.end).contains(&map.insns.pc[next as usize])
    };
    let stores = described.instructions().filter(|&insn| stored_local(points, insn) == Some(slot)).filter(is_in);
    let given = usize::from(variable.from == 0 && parameter_slots(described).contains(&slot));
    // What is given a value in a `try` or else in its `catch` is two variables in the table.
    let known = reaching(points, load).into_iter().filter(|&definition| definition != Definition::Unknown).count();
    given + stores.count() == 1 && known <= 1
}

/// Returns the block from which alone control comes to a block; `None` if there are several, or if it can begin there.
pub(crate) fn only_predecessor(points: &Points<'_>, block: BlockId) -> Option<BlockId> {
    let method = points.method_with(block);
    let is_first = block.index() == points.map.methods[method.index()].blocks.start as usize;
    match points.before(block)[..] {
        [before] if !is_first => Some(before),
        _ => None,
    }
}

/// Returns the local that an instruction stores to.
pub(crate) fn stored_local(points: &Points<'_>, insn: InstructionId) -> Option<u32> {
    let arg = points.map.insns.arg[insn.index()];
    match points.op(insn) {
        Op::Store => Some(arg),
        Op::Iinc => Some(iinc(arg).0),
        _ => None,
    }
}

/// Variables and casts that a value is followed through.
const LONGEST_CHAIN: usize = 16;

/// Returns the instruction that makes a stack entry, through casts and variables that get one value.
pub(crate) fn source(points: &Points<'_>, insn: InstructionId, above: u32) -> Option<InstructionId> {
    let mut made = points.producer(insn, above)?;
    // A chain of variables has no circle, but a map may be damaged.
    for _ in 0..LONGEST_CHAIN {
        made = match points.op(made) {
            Op::Load => points.producer(only_store(points, made)?, 0)?,
            _ if points.map.insns.opcode[made.index()] == CHECKCAST => points.producer(made, 0)?,
            _ => return Some(made),
        };
    }
    None
}
