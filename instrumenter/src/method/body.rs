//! A method body as instruction indices instead of byte offsets.

use paratrace_classfile::{ClassFile, Code, Instruction, Member, line_numbers};
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
    /// javac lets the catch-all handler of `synchronized` protect itself; such ranges give no edge (METRICS section 3).
    pub(crate) fn covers_itself(&self) -> bool {
        (self.from..self.to).contains(&self.handler)
    }
}

/// Decoded body.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) insns: Vec<Instruction>,
    pub(crate) protected: Vec<Protected>,
    pub(crate) lines: Vec<(u16, u16)>,
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
        let mut body = Body { insns, protected: Vec::new(), lines, max_locals: code.max_locals, at_pc };
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

    /// Gives back the tables of offsets: [`Body::index`] knows nothing any more, and there are no lines.
    pub(super) fn forget_places(&mut self) {
        (self.at_pc, self.lines) = Default::default();
    }

    /// The instruction at `pc` (or the number of instructions for the end of the code).
    pub(crate) fn index(&self, pc: u32) -> Result<usize, Untraced> {
        match self.at_pc.get(pc as usize) {
            Some(&index) if index != u32::MAX => Ok(index as usize),
            _ => Err(Untraced::Malformed),
        }
    }
}
