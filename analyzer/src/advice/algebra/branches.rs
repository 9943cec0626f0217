//! Branches: what a test of the old value shows on each of its ways.

use std::cmp::Ordering;

use paratrace_jvm::opcodes as op;

use super::measure::Measure;
use super::value::{Part, Shown, Value};

/// A branch that depends on the old value.
pub(super) struct Branch {
    /// The loads that it tests.
    pub(super) loads: u64,
    /// What it shows if it is taken.
    taken: Option<Shown>,
    /// What it shows if control goes on in order.
    onward: Option<Shown>,
}

impl Branch {
    /// Returns the branch of an instruction; `None` if its operands do not depend on the old value.
    pub(super) fn new(opcode: u8, operands: &[Value]) -> Option<Self> {
        let loads = operands.iter().fold(0, |all, operand| all | operand.loads);
        let depends = operands.iter().any(|operand| !operand.is_free());
        let shown = shown(opcode, operands);
        // The way of what is not a number shows nothing of other values.
        let unordered = is_taken_unordered(opcode, operands);
        let taken = shown.filter(|_| unordered != Some(true));
        let onward = shown.map(Shown::negated).filter(|_| unordered != Some(false));
        depends.then_some(Self { loads, taken, onward })
    }

    /// Returns what is shown where control goes on in order, or elsewhere.
    pub(super) fn shown_at(&self, in_order: bool) -> Option<Shown> {
        if in_order { self.onward } else { self.taken }
    }
}

/// Returns whether a branch is taken if the values that were compared for it are in no order; `None` if they always are.
fn is_taken_unordered(opcode: u8, operands: &[Value]) -> Option<bool> {
    let [Value { part: Part::Compared { unordered, .. }, .. }] = operands else { return None };
    unordered.map(|ordering| match opcode {
        op::IFLT => ordering == Ordering::Less,
        op::IFLE => ordering != Ordering::Greater,
        op::IFGT => ordering == Ordering::Greater,
        op::IFGE => ordering != Ordering::Less,
        _ => opcode == op::IFNE,
    })
}

fn shown(opcode: u8, operands: &[Value]) -> Option<Shown> {
    let ordered = |with: u64, old_first: bool, is_less: bool, at: Option<Measure>| match (is_less == old_first, at) {
        (true, None) => Shown::Below(with),
        (false, None) => Shown::Above(with),
        (true, Some(measure)) => Shown::LeastAt(measure, with),
        (false, Some(measure)) => Shown::MostAt(measure, with),
    };
    // The old value, or what is looked at of it.
    let old = |value: &Value| match value.part {
        Part::Old(None) if value.default.is_none() => Some(None),
        Part::At(measure) => Some(Some(measure)),
        _ => None,
    };
    let is_old = |value: &Value| value.part == Part::Old(None) && value.default.is_none();
    let tells_presence = |value: &Value| value.part == Part::Presence;
    match (opcode, operands) {
        (op::IFNULL, [old]) if is_old(old) => Some(Shown::Absent),
        (op::IFNONNULL, [old]) if is_old(old) => Some(Shown::Present),
        (op::IFEQ, [told]) if tells_presence(told) => Some(Shown::Absent),
        (op::IFNE, [told]) if tells_presence(told) => Some(Shown::Present),
        (op::IFEQ, [old]) if is_old(old) => Some(Shown::Zero),
        (op::IFNE, [old]) if is_old(old) => Some(Shown::NotZero),
        (op::IFLT..=op::IFLE, [value]) => {
            let is_less = matches!(opcode, op::IFLT | op::IFLE);
            match value.part {
                Part::Compared { with, old_first, at, .. } => Some(ordered(with, old_first, is_less, at)),
                Part::Old(None) if is_old(value) => Some(ordered(Value::constant(0).number, true, is_less, None)),
                _ => None,
            }
        }
        (op::IF_ICMPLT..=op::IF_ICMPLE, [a, b]) => {
            let is_less = matches!(opcode, op::IF_ICMPLT | op::IF_ICMPLE);
            match (old(a), old(b)) {
                (Some(at), None) if b.is_free() => Some(ordered(b.number, true, is_less, at)),
                (None, Some(at)) if a.is_free() => Some(ordered(a.number, false, is_less, at)),
                _ => None,
            }
        }
        _ => None,
    }
}
