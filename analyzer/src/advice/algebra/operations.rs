//! What instructions compute from the old value of a location.

use std::cmp::Ordering;

use paratrace_jvm::opcodes as op;
use paratrace_traceformat::map::Site;

use super::value::{Part, Value};
use crate::model::Operation;

/// Returns how the old value takes part in the result of an arithmetic instruction. One operand at least has it.
pub(super) fn computed(opcode: u8, operands: &[Value]) -> Part {
    let operation = match opcode {
        op::LCMP..=op::DCMPG => return compared(opcode, operands),
        // `-x` is `x * -1`.
        op::IMUL..=op::DMUL | op::INEG..=op::DNEG => Operation::Product,
        op::IADD..=op::DSUB => Operation::Sum,
        op::IAND | op::LAND => Operation::And,
        op::IOR | op::LOR => Operation::Or,
        op::IXOR | op::LXOR => Operation::Xor,
        op::I2L..=op::I2S => return converted(opcode, operands),
        op::CHECKCAST => return operands.first().map_or(Part::Mixed, |old| old.part),
        _ => return Part::Mixed,
    };
    let subtracted = (op::ISUB..=op::DSUB).contains(&opcode) && operands.last().is_some_and(|last| !last.is_free());
    if subtracted { Part::Mixed } else { applied(operands, operation) }
}

/// Returns the old value after a conversion. Adding, multiplying and the operations on bits give the same low bits before and
/// after a longer number is cut. A number with a fraction loses something at every step if it is cut, and is only rounded if not.
fn converted(opcode: u8, operands: &[Value]) -> Part {
    let [Value { part: Part::Old(operation), .. }] = *operands else { return Part::Mixed };
    let is_of_bits = !matches!(operation, Some(Operation::Minimum | Operation::Maximum | Operation::Extremum));
    match opcode {
        op::I2L | op::F2D | op::D2F => Part::Old(operation),
        op::L2I | op::I2B..=op::I2S if is_of_bits => Part::Cut(operation),
        _ => Part::Mixed,
    }
}

fn compared(opcode: u8, operands: &[Value]) -> Part {
    let unordered = match opcode {
        op::FCMPL | op::DCMPL => Some(Ordering::Less),
        op::FCMPG | op::DCMPG => Some(Ordering::Greater),
        _ => None,
    };
    let [first, second] = operands else { return Part::Mixed };
    let (old, other) = if first.is_free() { (second, first) } else { (first, second) };
    let at = match old.part {
        Part::Old(None) => None,
        Part::At(place) => Some(place),
        _ => return Part::Mixed,
    };
    let (with, old_first) = (other.number, !first.is_free());
    if other.is_free() { Part::Compared { with, old_first, unordered, at } } else { Part::Mixed }
}

/// Returns how the old value takes part in the result of a method of the library; `None` if the method does something else than
/// to compute it from its arguments.
pub(super) fn of_library(site: &Site, operands: &[Value]) -> Option<Part> {
    if is_exact(&site.class) {
        return exact(site, operands);
    }
    let class = site.class.strip_prefix("java/lang/")?;
    let operation = match (class, &*site.name) {
        ("Math" | "StrictMath" | "Integer" | "Long" | "Double" | "Float", "min") => Operation::Minimum,
        ("Math" | "StrictMath" | "Integer" | "Long" | "Double" | "Float", "max") => Operation::Maximum,
        ("Integer" | "Long" | "Double" | "Float", "sum") => Operation::Sum,
        ("Boolean", "logicalAnd") => Operation::And,
        ("Boolean", "logicalOr") => Operation::Or,
        ("Boolean", "logicalXor") => Operation::Xor,
        (_, name) if is_boxing(&site.class, name, &site.desc) => return operands.first().map(|old| old.part),
        _ => return None,
    };
    Some(applied(operands, operation))
}

/// Returns whether a class is that of numbers which nothing rounds, as long as no rounding is asked for.
pub(in crate::advice) fn is_exact(class: &str) -> bool {
    ["java/math/BigInteger", "java/math/BigDecimal"].contains(&class)
}

/// Returns how the old value takes part in what a method of such a number gives.
fn exact(site: &Site, operands: &[Value]) -> Option<Part> {
    let [_, argument] = operands else { return None };
    let is_plain = site.desc == format!("(L{0};)L{0};", site.class);
    let operation = match &*site.name {
        _ if !is_plain => return None,
        "add" => Operation::Sum,
        "subtract" if argument.is_free() => Operation::Sum,
        "multiply" => Operation::Product,
        "and" => Operation::And,
        "or" => Operation::Or,
        "xor" => Operation::Xor,
        _ => return None,
    };
    Some(applied(operands, operation))
}

/// Returns whether a method only puts a value into a box, or takes out what is in it.
pub(in crate::advice) fn is_boxing(class: &str, name: &str, descriptor: &str) -> bool {
    let Some(class) = class.strip_prefix("java/lang/") else { return false };
    const TAKES_OUT: [(&str, &str); 8] = [
        ("Integer", "intValue"),
        ("Long", "longValue"),
        ("Double", "doubleValue"),
        ("Float", "floatValue"),
        ("Short", "shortValue"),
        ("Byte", "byteValue"),
        ("Character", "charValue"),
        ("Boolean", "booleanValue"),
    ];
    let is_box = TAKES_OUT.iter().any(|&(known, _)| known == class);
    let puts_in = name == "valueOf" && is_box && !descriptor.starts_with("(Ljava/lang/String;");
    puts_in || TAKES_OUT.contains(&(class, name))
}

/// Returns the result of an operation, if the old value is one of its operands and nothing but this operation was applied to it.
fn applied(operands: &[Value], operation: Operation) -> Part {
    let mut old = operands.iter().filter(|operand| !operand.is_free());
    match (old.next().map(|value| value.part), old.next()) {
        (Some(Part::Old(before)), None) if before.is_none_or(|before| before == operation) => {
            Part::Old(Some(operation))
        }
        _ => Part::Mixed,
    }
}
