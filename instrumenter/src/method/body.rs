//! A method body as instruction indices instead of byte offsets.

use paratrace_classfile::{ClassFile, Code, Instruction, LocalVariable, Member, line_numbers, local_variables};
use paratrace_traceformat::map::Untraced;

/// A protected range: instructions `from..to` are covered by the handler that starts at instruction `handler`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Protected {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) handler: usize,
    /// It catches whatever is thrown.
    pub(crate) catches_all: bool,
}

impl Protected {
    /// javac lets the catch-all handler of `synchronized` protect itself; such ranges give no edge (docs/metrics.md).
    pub(crate) fn covers_itself(&self) -> bool {
        (self.from..self.to).contains(&self.handler)
    }
}

/// A local's name in a part of the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Named {
    pub(crate) slot: u16,
    pub(crate) from: u16,
    pub(crate) end: u16,
    /// Pool index.
    pub(crate) name: u16,
}

/// Decoded body.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) insns: Vec<Instruction>,
    pub(crate) protected: Vec<Protected>,
    pub(crate) lines: Vec<(u16, u16)>,
    /// Named variables, sorted by local and place; the ranges of one local do not overlap.
    pub(crate) variables: Vec<Named>,
    pub(crate) max_locals: u16,
    /// Instruction index of each pc, `u32::MAX` inside instructions.
    at_pc: Vec<u32>,
}

impl Body {
    /// Decodes the code of a method.
    pub(crate) fn decode(class: &ClassFile<'_>, method: &Member<'_>) -> Result<Body, Untraced> {
        let code = Code::of(class, method).ok().flatten().ok_or(Untraced::Malformed)?;
        let insns = code.decode().map_err(|_| Untraced::Malformed)?;
        if insns.is_empty() {
            return Err(Untraced::Malformed);
        }
        let mut at_pc = vec![u32::MAX; code.code.len() + 1];
        for (index, insn) in insns.iter().enumerate() {
            at_pc[insn.pc as usize] = u32::try_from(index).unwrap_or(u32::MAX);
        }
        at_pc[code.code.len()] = u32::try_from(insns.len()).unwrap_or(u32::MAX);
        let lines = line_numbers(&code).unwrap_or_default();
        let named = local_variables(&code).unwrap_or_default();
        let (protected, variables) = (Vec::new(), variables(&named, code.max_locals));
        let mut body = Body { insns, protected, lines, variables, max_locals: code.max_locals, at_pc };
        for entry in &code.exception_table {
            let (from, to) = (body.index(u32::from(entry.start_pc))?, body.index(u32::from(entry.end_pc))?);
            let handler = body.index(u32::from(entry.handler_pc))?;
            if from >= to || handler >= body.insns.len() {
                return Err(Untraced::Malformed);
            }
            body.protected.push(Protected { from, to, handler, catches_all: entry.catch_type == 0 });
        }
        Ok(body)
    }

    /// Gives back the tables of offsets: [`Body::index`] knows nothing any more, and there are no lines and no variables.
    pub(super) fn forget_places(&mut self) {
        (self.at_pc, self.lines, self.variables) = Default::default();
    }

    /// The instruction at `pc` (or the number of instructions for the end of the code).
    pub(crate) fn index(&self, pc: u32) -> Result<usize, Untraced> {
        match self.at_pc.get(pc as usize) {
            Some(&index) if index != u32::MAX => Ok(index as usize),
            _ => Err(Untraced::Malformed),
        }
    }
}

/// The names of locals that make sense: the JVM runs code whose tables do not. Rows of one name that follow each other
/// (compilers write one for each stretch in which a variable has a value) become one.
fn variables(rows: &[LocalVariable], max_locals: u16) -> Vec<Named> {
    let named = |row: &LocalVariable| {
        let end = row.start_pc.checked_add(row.length)?;
        Some(Named { slot: row.index, from: row.start_pc, end, name: row.name })
    };
    let sound = rows.iter().filter(|row| row.index < max_locals && row.length > 0);
    let mut rows: Vec<Named> = sound.filter_map(named).collect();
    rows.sort_unstable();
    let mut kept: Vec<Named> = Vec::with_capacity(rows.len());
    for row in rows {
        match kept.last_mut().filter(|last| last.slot == row.slot && last.end >= row.from) {
            Some(last) if last.name == row.name => last.end = last.end.max(row.end),
            Some(last) if last.end > row.from => {}
            _ => kept.push(row),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_make_sense_are_kept() {
        let row = |start_pc, length, name, index| LocalVariable { start_pc, length, name, descriptor: 0, index };
        let rows = [
            row(8, 4, 7, 1),
            row(2, 6, 7, 1),
            row(10, 5, 9, 1),
            row(14, 2, 9, 1),
            row(0, 0, 7, 0),
            row(1, 65_535, 7, 0),
            row(0, 20, 7, 2),
            row(0, 20, 5, 0),
        ];
        let named = |slot, from, end, name| Named { slot, from, end, name };
        let expected = [named(0, 0, 20, 5), named(1, 2, 12, 7), named(1, 14, 16, 9)];
        assert_eq!(variables(&rows, 2), expected);
    }
}
