//! Names of variables.

use super::{bad, within};
use crate::map::{MapError, ProgramMap, Variable};

/// Rows are in order, those of one local do not overlap, and what they name is there.
pub(super) fn check(map: &ProgramMap) -> Result<(), MapError> {
    let (methods, names) = (map.methods.len() as u32, map.variable_names.len() as u32);
    let mut before: Option<&Variable> = None;
    for (row, v) in (0u32..).zip(&map.variables) {
        within(v.method.number(), &(0..methods), "variable", row, "method", "a method")?;
        within(v.name, &(0..names), "variable", row, "name", "a name of a variable")?;
        let locals = map.methods[v.method.index()].max_locals;
        within(v.slot.into(), &(0..locals.into()), "variable", row, "slot", "a local of its method")?;
        if v.end <= v.from {
            return bad("variable", row, "end", v.end, format!("more than {}, where it begins", v.from));
        }
        if let Some(last) = before
            && (last.method, last.slot, last.end) > (v.method, v.slot, v.from)
        {
            return bad("variable", row, "from", v.from, "behind the row before it, by method, slot and place");
        }
        before = Some(v);
    }
    Ok(())
}
