//! Source text of values: what the code computes in an expression, as its author may have written it.

use paratrace_jvm::opcodes as op;
use paratrace_replay::program::variable;
use paratrace_traceformat::map::{Class, Field, InstructionId, Op};

use crate::dependences::Points;

/// Deepest expression that is written out.
const MAX_DEPTH: usize = 4;

/// Returns the text of what an instruction pushes; `None` if it takes more than names, constants, lengths, sizes and sums.
pub(super) fn pushed(points: &Points<'_>, insn: InstructionId) -> Option<String> {
    Some(Text { points }.of(insn, MAX_DEPTH)?.0)
}

/// Writer of expressions; with each it tells whether it needs parentheses as an operand.
struct Text<'p, 'm> {
    points: &'p Points<'m>,
}

impl Text<'_, '_> {
    fn of(&self, insn: InstructionId, depth: usize) -> Option<(String, bool)> {
        let map = self.points.map;
        let arg = map.insns.arg[insn.index()];
        let depth = depth.checked_sub(1)?;
        match self.points.op(insn) {
            Op::PushInt => Some((arg.cast_signed().to_string(), false)),
            Op::Load => self.variable(insn, arg),
            Op::GetStatic => {
                let field = map.fields.get(arg as usize).filter(|field| self.is_unmistakable(field))?;
                Some((format!("{}.{}", self.class(&field.class)?, field.name), false))
            }
            Op::GetField => {
                let field = map.fields.get(arg as usize).filter(|field| self.is_unmistakable(field))?;
                Some((format!("{}.{}", self.operand(insn, 0, depth)?, field.name), false))
            }
            Op::Invoke => {
                let call = self.points.call(insn).filter(|call| call.args == 1 && call.opcode != op::INVOKEDYNAMIC)?;
                let is_size = matches!(&*call.name, "size" | "length") && call.desc == "()I";
                let object = is_size.then(|| self.operand(insn, 0, depth))??;
                Some((format!("{object}.{}()", call.name), false))
            }
            Op::Compute if map.insns.opcode[insn.index()] == op::ARRAYLENGTH => {
                Some((format!("{}.length", self.operand(insn, 0, depth)?), false))
            }
            Op::Compute => {
                let sign = match map.insns.opcode[insn.index()] {
                    op::IADD => '+',
                    op::ISUB => '-',
                    op::IMUL => '*',
                    op::IDIV => '/',
                    _ => return None,
                };
                let (left, right) = (self.operand(insn, 1, depth)?, self.operand(insn, 0, depth)?);
                Some((format!("{left} {sign} {right}"), true))
            }
            _ => None,
        }
    }

    /// Returns the text of the operand `above` entries below the top.
    fn operand(&self, insn: InstructionId, above: u32, depth: usize) -> Option<String> {
        let (text, is_compound) = self.of(self.points.producer(insn, above)?, depth)?;
        Some(if is_compound { format!("({text})") } else { text })
    }

    /// Returns whether the name of a field means no other one, as that of a class above or below its own would, and was given by
    /// the author.
    fn is_unmistakable(&self, field: &Field) -> bool {
        let mut others = self.points.map.fields.iter().filter(|other| other.name == field.name);
        !field.name.contains('$') && others.all(|other| other.class == field.class)
    }

    /// Returns the name of a class as the source may have it.
    fn class(&self, class: &str) -> Option<String> {
        let (package, name) = class.rsplit_once('/').unwrap_or(("", class));
        let outermost = name.split('$').next()?;
        let is_nested = |other: &Class| other.name.rsplit_once('$').is_some_and(|(_, nested)| nested == outermost);
        let is_hidden = self.points.map.classes.iter().any(is_nested);
        let written = name.replace('$', ".");
        match (is_hidden, package) {
            (false, _) => Some(written),
            (true, "") => None,
            (true, package) => Some(format!("{}.{written}", package.replace('/', "."))),
        }
    }

    fn variable(&self, insn: InstructionId, slot: u32) -> Option<(String, bool)> {
        let name = variable(self.points.map, self.points.method_of(insn), insn, slot)?;
        // Without a table of names, parameters are only counted.
        (!name.contains(' ')).then_some((name, false))
    }
}
