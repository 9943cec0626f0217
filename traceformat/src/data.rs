//! Number of data values that belong to a path (`docs/format.md` sections 1.4 and 1.5).

use crate::map::{
    BlockId, Effect, Filled, INDEX, InstructionId, MONITOR, MethodId, NEW, PEI, PathId, ProgramMap, REF, RESULT, Start,
    StartKind,
};
use crate::paths::{PathError, follow, start_of};

/// Values of a range of elements: hash of the array, first index, number of elements.
const VALUES_OF_RANGE: u64 = 3;

/// The path that goes as far along the one with this id as `values` data values suffice, and ends with an exception. `None`
/// if not even its first instruction that may throw has its data.
///
/// # Errors
/// As [`crate::paths::decode`].
pub fn longest_prefix(map: &ProgramMap, id: PathId, values: u64) -> Result<Option<PathId>, PathError> {
    let (mut longest, mut needed, mut arrived) = (None, 0, None);
    if let Some(number) = start_of(map, id)
        && let Some(start) = map.starts.get(number as usize)
    {
        if start.kind == StartKind::AfterCall {
            // The base number is the path on which the call threw, which needs no data. If the call returned, the hash of
            // the object that it has initialised, or returned, comes first.
            longest = Some(PathId::new(start.base));
            needed += map.blocks.get(start.block.index()).map_or(0, |block| made(map, block.after_call));
        }
        needed += u64::from(start.kind == StartKind::Entry && enters_recorded(map, start));
        arrived = recorded_on_arrival(map, start.block);
    }
    follow(map, id, |insn, rest| {
        needed += before(map, insn) - u64::from(arrived == Some(insn));
        if flags(map, insn) & PEI != 0 && needed <= values {
            longest = Some(PathId::new(id.number() - rest));
        }
        needed += after(map, insn);
    })?;
    Ok(longest)
}

/// The instruction that a block begins with, if it enters or leaves a monitor and the hash of the object is the last value of
/// each path that arrives at the block. Paths begin at such an instruction; behind it, all copies of the reference are known.
pub fn recorded_on_arrival(map: &ProgramMap, block: BlockId) -> Option<InstructionId> {
    let block = map.blocks.get(block.index())?;
    let is_split = map.starts.get(block.start as usize).is_some_and(|start| start.kind == StartKind::Split);
    let first = block.instructions().next().filter(|_| is_split)?;
    (flags(map, first) & (MONITOR | REF) == MONITOR | REF).then_some(first)
}

/// The method of an entry start begins with the hash of its lock.
fn enters_recorded(map: &ProgramMap, start: &Start) -> bool {
    let method = |id: &MethodId| map.methods.get(id.index());
    map.locked_methods.iter().filter_map(method).any(|method| method.blocks.start == start.block.number())
}

/// Most values that a thread may record of a path before it writes the path's number: each instruction of a method at most
/// once. What a thread has recorded beyond its last path when the JVM ends cannot be more.
#[must_use]
pub fn most_in_progress(map: &ProgramMap) -> u64 {
    let values = |insn| before(map, insn) + after(map, insn);
    // The hash of a lock counts for every method: one value more is no loss.
    map.methods.iter().map(|method| 1 + method.instructions().map(values).sum::<u64>()).max().unwrap_or(0)
}

/// Values recorded before an instruction.
fn before(map: &ProgramMap, insn: InstructionId) -> u64 {
    let flags = flags(map, insn);
    let own = u64::from(flags & REF != 0) + u64::from(flags & INDEX != 0);
    own + map.call_at(insn).map_or(0, |site| match site.effect {
        Effect::ArrayCopy => 5,
        Effect::Elements(ranges) => site.state_args.len() as u64 + VALUES_OF_RANGE * ranges.count() as u64,
        Effect::Access(access) => access.place.values() + site.state_args.len() as u64,
        _ => u64::from(site.class_recorded) + site.state_args.len() as u64,
    })
}

/// Values recorded after it, if it does not throw.
fn after(map: &ProgramMap, insn: InstructionId) -> u64 {
    let measured = map.call_at(insn).is_some_and(|site| match site.effect {
        Effect::Clone => true,
        Effect::Elements(ranges) => ranges.result != Filled::Nothing,
        _ => false,
    });
    u64::from(flags(map, insn) & NEW != 0) + 2 * u64::from(measured) + made(map, insn)
}

/// The hash of the object that a call of untraced code has initialised or returned.
fn made(map: &ProgramMap, insn: InstructionId) -> u64 {
    u64::from(map.call_at(insn).is_some_and(|site| site.records_made() || flags(map, insn) & RESULT != 0))
}

fn flags(map: &ProgramMap, insn: InstructionId) -> u8 {
    map.insns.flags.get(insn.index()).copied().unwrap_or(0)
}
