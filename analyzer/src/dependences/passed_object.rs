//! What is known of an object whose state a call of untraced code may change: its type, and where the caller has it from.

use paratrace_replay::program::{has_receiver, outward, parameters, variable};
use paratrace_traceformat::map::{Block, NONE, Op, ProgramMap, Site};

/// Its class, with `/` and without `L…;`: what the call names, if the receiver may be meant, else the type of the only argument
/// that can be meant. Empty if several can.
pub(super) fn class(site: &Site) -> &str {
    let receiver = usize::from(has_receiver(site));
    match site.state_args[..] {
        [arg] if usize::from(arg) >= receiver => {
            let described = parameters(&site.desc).nth(usize::from(arg) - receiver).unwrap_or_default();
            described.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(described)
        }
        // The receiver, or anything that is passed with it: most calls are about the receiver.
        _ if receiver == 1 => &site.class,
        _ => "",
    }
}

/// Where a call has the object from: `field Cache.map`, `variable map`, `this`; none if that is not plain to see.
///
/// If other arguments may be meant as well, the receiver is told only of a field, or of a variable that no loop around the call,
/// up to `looped`, assigns: all iterations then meet at the receiver.
pub(super) fn origin(map: &ProgramMap, method: u32, insn: u32, looped: Option<u32>) -> Option<String> {
    let site = map.sites.get(map.insns.arg[insn as usize] as usize)?;
    let (object, only) = match site.state_args[..] {
        [object] => (u32::from(object), true),
        _ if has_receiver(site) => (0, false),
        _ => return None,
    };
    let producer = producer(map, method, insn, u32::from(site.args).checked_sub(object + 1)?)?;
    let arg = map.insns.arg[producer as usize];
    match Op::from_byte(map.insns.op[producer as usize])? {
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
        _ => None,
    }
}

/// Whether the loop is around the instruction, in the same activation, and no instruction in it assigns the slot.
fn is_kept(map: &ProgramMap, method: u32, insn: u32, looped: u32, slot: u32) -> bool {
    let inside = |block: &Block| outward(map, block.loop_).any(|around| around == looped);
    let mut found = false;
    for block in blocks(map, method).iter().filter(|block| inside(block)) {
        found |= block.insns.contains(&insn);
        let stores = |at: u32| map.insns.op[at as usize] == Op::Store as u8 && map.insns.arg[at as usize] == slot;
        if block.insns.clone().any(stores) {
            return false;
        }
    }
    found
}

fn blocks(map: &ProgramMap, method: u32) -> &[Block] {
    let range = &map.methods[method as usize].blocks;
    &map.blocks[range.start as usize..range.end as usize]
}

/// The instruction that pushes the entry so many below the top before `insn`, if control always comes from there.
fn producer(map: &ProgramMap, method: u32, insn: u32, mut above: u32) -> Option<u32> {
    let first = first_certain(map, method, insn)?;
    for at in (first..insn).rev() {
        let (pops, pushes) = map.stack_effect(at)?;
        match Op::from_byte(map.insns.op[at as usize])? {
            // The copy is what was on top before.
            Op::Dup => above = above.saturating_sub(1),
            op if paratrace_replay::paths::shuffle(op).is_some() => return None,
            _ if pushes > above => return Some(at),
            _ => above = above - pushes + pops,
        }
    }
    None
}

/// The first instruction from which control always comes to `insn`: its block's, or that of the block whose call it follows.
fn first_certain(map: &ProgramMap, method: u32, insn: u32) -> Option<u32> {
    let mut first = insn;
    loop {
        let block = blocks(map, method).iter().find(|block| block.insns.contains(&first))?;
        first = block.insns.start;
        let after = block.after_call;
        if after == NONE || after + 1 != first {
            return Some(first);
        }
        first = after;
    }
}
