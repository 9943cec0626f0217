//! Arguments of instructions.

use super::bad;
use crate::map::{InstructionId, MONITOR, MapError, Method, Op, ProgramMap};

/// Largest number of entries that one instruction pops: `multianewarray` has up to 255 dimensions.
const MAX_POPS: u32 = 255;
/// Element descriptors are ASCII characters.
const MAX_DESCRIPTOR: u32 = 127;

/// Ops exist, and their arguments name something.
pub(super) fn check(map: &ProgramMap, m: &Method) -> Result<(), MapError> {
    let range = m.insns.start as usize..m.insns.end as usize;
    let ops = map.insns.op.get(range.clone()).unwrap_or_default();
    let args = map.insns.arg.get(range).unwrap_or_default();
    let limits = Limits { locals: m.max_locals.into(), fields: map.fields.len(), sites: map.sites.len() };
    for (id, (&op, &arg)) in m.insns.clone().zip(ops.iter().zip(args)) {
        let Some(known) = Op::from_byte(op) else {
            return bad("insn", id, "op", op, format!("below {}", Op::ALL.len()));
        };
        if !limits.allow(known, arg) {
            return bad("insn", id, "arg", arg, limits.expected(known));
        }
        if map.insns.flags.get(id as usize).is_some_and(|flags| flags & MONITOR != 0) && (known, arg) != (Op::Drop, 1) {
            return bad("insn", id, "op", op, "Drop of one entry, as it enters or leaves a monitor");
        }
        if matches!(known, Op::GetField | Op::PutField | Op::GetStatic | Op::PutStatic) {
            check_field(map, InstructionId::new(id), known, arg)?;
        }
    }
    Ok(())
}

struct Limits {
    locals: u32,
    fields: usize,
    sites: usize,
}

impl Limits {
    fn allow(&self, op: Op, arg: u32) -> bool {
        match op {
            Op::Load | Op::Store => arg < self.locals,
            Op::Iinc => arg & 0xffff < self.locals,
            Op::Compute | Op::Drop => arg <= MAX_POPS,
            Op::GetField | Op::PutField | Op::GetStatic | Op::PutStatic => (arg as usize) < self.fields,
            Op::Invoke => (arg as usize) < self.sites,
            Op::ArrayLoad | Op::ArrayStore => arg <= MAX_DESCRIPTOR,
            _ => true,
        }
    }

    fn expected(&self, op: Op) -> String {
        match op {
            Op::Load | Op::Store | Op::Iinc => format!("a local below {} ({op:?})", self.locals),
            Op::Compute | Op::Drop => format!("at most {MAX_POPS} entries to pop ({op:?})"),
            Op::Invoke => format!("a site below {}", self.sites),
            Op::ArrayLoad | Op::ArrayStore => format!("an element descriptor ({op:?})"),
            _ => format!("a field below {} ({op:?})", self.fields),
        }
    }
}

/// Static instructions name static fields, the others instance fields; static slots are in use.
fn check_field(map: &ProgramMap, insn: InstructionId, op: Op, arg: u32) -> Result<(), MapError> {
    let Some(field) = map.fields.get(arg as usize) else { return Ok(()) };
    let is_static = matches!(op, Op::GetStatic | Op::PutStatic);
    if field.is_static != is_static {
        return bad("insn", insn.number(), "arg", arg, format!("a field with is_static = {is_static} ({op:?})"));
    }
    if is_static && field.slot >= map.static_slots {
        return bad("field", arg, "slot", field.slot, format!("below the {} static slots", map.static_slots));
    }
    Ok(())
}
