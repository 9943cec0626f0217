//! False sharing: threads that write different elements of an array, or fields of an object, which may lie in one line of the cache
//! (docs/metrics.md, “False sharing”).

mod lines;
mod list;
mod transfers;

pub(crate) use lines::Lines;
pub(crate) use list::false_sharing;
pub(crate) use transfers::Transfers;

use paratrace_traceformat::map::{Accessed, InstructionId, Op, ProgramMap};

use crate::communication::width;

/// Bytes of a line of the cache, as nearly all processors have it.
const LINE: u32 = 64;

/// Bytes of a field: as large as it can be.
const FIELD: u32 = 8;

/// Returns how many locations, of those among which an instruction writes one, a line has; `None` for static fields, and where several
/// are written or the field is not known.
pub(crate) fn locations_of_line(map: &ProgramMap, insn: InstructionId) -> Option<u32> {
    let is_own = |field: u32| map.fields.get(field as usize).is_some_and(|field| field.traced && !field.is_static);
    let size = match Op::from_byte(map.insns.op[insn.index()])? {
        Op::ArrayStore => u32::from(width(map, insn)),
        Op::PutField if is_own(map.insns.arg[insn.index()]) => FIELD,
        Op::Invoke => match map.call_at(insn)?.accessed()? {
            Accessed::Field(field) if is_own(field) => FIELD,
            Accessed::Element => u32::from(width(map, insn)),
            _ => return None,
        },
        _ => return None,
    };
    LINE.checked_div(size)
}
