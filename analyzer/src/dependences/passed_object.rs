//! The object whose state a call of untraced code may change: its type, and where the caller got it from.

use paratrace_jvm::library::{self, Nature};
use paratrace_replay::paths::shuffle;
use paratrace_replay::program::{always_before, has_receiver, outward, parameters, variable};
use paratrace_traceformat::map::{Block, BlockId, InstructionId, LoopId, MethodId, Op, ProgramMap, Site};
use rustc_hash::FxHashSet;

use super::flow::Flow;

/// Returns the class of the object, with `/` and without `L…;`. If the object may be the receiver, that is the class
/// which the call names, else the type of the only possible argument. It is empty if there are several.
pub(super) fn class(site: &Site) -> &str {
    let receiver = usize::from(has_receiver(site));
    match site.state_args[..] {
        [arg] if usize::from(arg) >= receiver => {
            let described = parameters(&site.desc).nth(usize::from(arg) - receiver).unwrap_or_default();
            described.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(described)
        }
        // Most calls that pass several objects are about the receiver.
        _ if receiver == 1 => &site.class,
        _ => "",
    }
}

/// Returns the origin of the object at a call: `field Cache.map`, `variable map` or `this`; `None` if the code before
/// the call does not show it plainly.
///
/// If the call passes several objects, the receiver is named only if all iterations meet at it. That is so if it comes
/// from a field, or from a variable that no instruction in the loop `looped` assigns.
pub(super) fn origin(
    map: &ProgramMap,
    method: MethodId,
    insn: InstructionId,
    looped: Option<LoopId>,
) -> Option<String> {
    let site = map.sites.get(map.insns.arg[insn.index()] as usize)?;
    let (object, only) = match site.state_args[..] {
        [object] => (u32::from(object), true),
        _ if has_receiver(site) => (0, false),
        _ => return None,
    };
    let producer = producer(map, method, insn, u32::from(site.args).checked_sub(object + 1)?)?;
    let arg = map.insns.arg[producer.index()];
    match Op::from_byte(map.insns.op[producer.index()])? {
        Op::GetField | Op::GetStatic => {
            let field = map.fields.get(arg as usize)?;
            Some(format!("field {}.{}", field.class.rsplit('/').next()?, field.name))
        }
        Op::Load if only || looped.is_some_and(|looped| is_kept(map, method, insn, looped, arg)) => {
            variable(map, method, producer, arg).map(|name| match name.as_str() {
                "this" => name,
                parameter if parameter.contains(' ') => name,
                _ => format!("variable {name}"),
            })
        }
        Op::Invoke if returns_its_object(map.sites.get(arg as usize)?) => origin(map, method, producer, looped),
        _ => None,
    }
}

/// Returns whether a call gives its own object back, as those of builders do so that calls can be chained.
pub(super) fn returns_its_object(site: &Site) -> bool {
    let result = site.desc.rsplit_once(")L").and_then(|(_, result)| result.strip_suffix(';'));
    let nature = library::nature(&site.class, &site.name, &site.desc);
    has_receiver(site) && matches!(nature, Some(Nature::Append | Nature::Output)) && result == Some(&*site.class)
}

/// Returns whether the loop is around the instruction, in the same activation, and no instruction in it stores to the
/// slot.
fn is_kept(map: &ProgramMap, method: MethodId, insn: InstructionId, looped: LoopId, slot: u32) -> bool {
    let inside = |block: &Block| outward(map, block.loop_).any(|around| around == looped);
    let mut found = false;
    for block in blocks(map, method).iter().filter(|block| inside(block)) {
        found |= block.contains(insn);
        let stores =
            |at: InstructionId| map.insns.op[at.index()] == Op::Store as u8 && map.insns.arg[at.index()] == slot;
        if block.instructions().any(stores) {
            return false;
        }
    }
    found
}

fn blocks(map: &ProgramMap, method: MethodId) -> &[Block] {
    let range = &map.methods[method.index()].blocks;
    &map.blocks[range.start as usize..range.end as usize]
}

/// Returns the instruction that pushes the stack entry `above` entries below the top before `insn`, if control always
/// comes from there.
pub(super) fn producer(map: &ProgramMap, method: MethodId, insn: InstructionId, above: u32) -> Option<InstructionId> {
    match pushed_between(map, first_certain(map, method, insn)?, insn, above)? {
        Pushed::By(producer) => Some(producer),
        Pushed::Before(_) => None,
    }
}

/// Returns the instruction that pushes the stack entry `above` entries below the top before `insn`, whichever way control comes there:
/// an entry may stay on the stack while branches compute what lies above it, as in `row[i] = found ? a : b`.
pub(super) fn producer_by_all_ways(
    map: &ProgramMap,
    flow: &Flow,
    insn: InstructionId,
    above: u32,
) -> Option<InstructionId> {
    let own = flow.block_of(insn)?;
    let (mut found, mut seen) = (None, FxHashSet::default());
    let mut todo = vec![(own, insn, above)];
    while let Some((block, end, above)) = todo.pop() {
        let first = InstructionId::new(map.blocks[block.index()].insns.start);
        match pushed_between(map, first, end, above)? {
            Pushed::By(insn) if found.is_none_or(|other| other == insn) => found = Some(insn),
            Pushed::By(_) => return None,
            Pushed::Before(above) => {
                let mut before = blocks_before(map, flow, block).peekable();
                before.peek()?;
                let fresh = before.filter(|&from| seen.insert((from, above)));
                todo.extend(fresh.map(|from| (from, InstructionId::new(map.blocks[from.index()].insns.end), above)));
            }
        }
    }
    found
}

/// Lists the blocks from which control comes to a block, other than by an exception; also the one whose call it follows.
fn blocks_before(map: &ProgramMap, flow: &Flow, block: BlockId) -> impl Iterator<Item = BlockId> {
    let call = map.blocks[block.index()].after_call;
    let calls = if call.is_none() { None } else { flow.block_of(call) };
    flow.before(block).iter().copied().chain(calls)
}

/// Where a stack entry was pushed.
enum Pushed {
    By(InstructionId),
    /// Before the first instruction, where so many entries were above it.
    Before(u32),
}

/// Looks among these instructions for the one that pushes the entry `above` entries below the top at their end; `None` if one of them is
/// not known.
fn pushed_between(map: &ProgramMap, first: InstructionId, end: InstructionId, mut above: u32) -> Option<Pushed> {
    for at in first.up_to(end).rev() {
        let op = Op::from_byte(map.insns.op[at.index()])?;
        if let Some((taken, left)) = shuffle(op) {
            above = before_shuffle(above, taken as u32, left);
            continue;
        }
        let (pops, pushes) = map.stack_effect(at)?;
        if pushes > above {
            return Some(Pushed::By(at));
        }
        above = above - pushes + pops;
    }
    Some(Pushed::Before(above))
}

/// Returns how many entries were above an entry before a shuffle that took so many and left these.
fn before_shuffle(above: u32, taken: u32, left: &[usize]) -> u32 {
    let count = left.len() as u32;
    match count.checked_sub(above + 1) {
        Some(place) => taken - 1 - left[place as usize] as u32,
        None => above - count + taken,
    }
}

/// Returns the first instruction from which control always comes to `insn`.
fn first_certain(map: &ProgramMap, method: MethodId, insn: InstructionId) -> Option<InstructionId> {
    let mut all = map.methods[method.index()].blocks.clone().map(BlockId::new);
    let own = all.find(|block| map.blocks[block.index()].contains(insn))?;
    let first = always_before(map, method, own).last()?;
    Some(InstructionId::new(map.blocks[first.index()].insns.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_what_was_copied() {
        let before = |op, above| shuffle(op).map(|(taken, left)| before_shuffle(above, taken as u32, left));
        assert_eq!([0, 1, 2].map(|above| before(Op::Dup, above)), [0, 0, 1].map(Some));
        assert_eq!([0, 1, 2, 3].map(|above| before(Op::DupX1, above)), [0, 1, 0, 2].map(Some));
        assert_eq!([0, 1, 2, 3, 4].map(|above| before(Op::Dup2, above)), [0, 1, 0, 1, 2].map(Some));
        assert_eq!([0, 1].map(|above| before(Op::Swap, above)), [1, 0].map(Some));
        assert_eq!([0, 3].map(|above| before(Op::Pop, above)), [1, 4].map(Some));
    }
}
