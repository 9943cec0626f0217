//! Branches: what a test of the old value shows on each of its ways.

use paratrace_jvm::opcodes as op;

use super::value::{Part, Shown, Value};

/// A branch that depends on the old value.
pub(super) struct Branch {
    /// The loads that it tests.
    pub(super) loads: u64,
    /// What it shows if it is taken.
    shown: Option<Shown>,
}

impl Branch {
    /// Returns the branch of an instruction; `None` if its operands do not depend on the old value.
    pub(super) fn new(opcode: u8, operands: &[Value]) -> Option<Self> {
        let loads = operands.iter().fold(0, |all, operand| all | operand.loads);
        let depends = operands.iter().any(|operand| !operand.is_free());
        depends.then(|| Self { loads, shown: shown(opcode, operands) })
    }

    /// Returns what is shown where control goes on in order, or elsewhere.
    pub(super) fn shown_at(&self, in_order: bool) -> Option<Shown> {
        self.shown.map(|shown| if in_order { shown.negated() } else { shown })
    }
}

fn shown(opcode: u8, operands: &[Value]) -> Option<Shown> {
    let ordered = |with: u64, old_first: bool, is_less: bool| {
        if is_less == old_first { Shown::Below(with) } else { Shown::Above(with) }
    };
    let is_old = |value: &Value| value.part == Part::Old(None);
    match (opcode, operands) {
        (op::IFEQ, [old]) if is_old(old) => Some(Shown::Zero),
        (op::IFNE, [old]) if is_old(old) => Some(Shown::NotZero),
        (op::IFLT..=op::IFLE, [old]) => {
            let is_less = matches!(opcode, op::IFLT | op::IFLE);
            match old.part {
                Part::Compared { with, old_first } => Some(ordered(with, old_first, is_less)),
                Part::Old(None) => Some(ordered(Value::constant(0).number, true, is_less)),
                _ => None,
            }
        }
        (op::IF_ICMPLT..=op::IF_ICMPLE, [a, b]) => {
            let is_less = matches!(opcode, op::IF_ICMPLT | op::IF_ICMPLE);
            match (is_old(a), is_old(b)) {
                (true, false) if b.is_free() => Some(ordered(b.number, true, is_less)),
                (false, true) if a.is_free() => Some(ordered(a.number, false, is_less)),
                _ => None,
            }
        }
        _ => None,
    }
}
