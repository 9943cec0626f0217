//! What instructions compute from the old value of a location.

use std::cmp::Ordering;

use paratrace_jvm::opcodes as op;
use paratrace_traceformat::map::Site;

use super::measure::{Measure, Step};
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
        op::ARRAYLENGTH => return length(operands),
        _ => return Part::Mixed,
    };
    let subtracted = (op::ISUB..=op::DSUB).contains(&opcode) && operands.last().is_some_and(|last| !last.is_free());
    if subtracted { Part::Mixed } else { applied(operands, operation) }
}

/// Returns the old value after a conversion. Adding, multiplying and the operations on bits give the same low bits before and
/// after a longer number is cut. A number with a fraction loses something at every step if it is cut, and is only rounded if not.
fn converted(opcode: u8, operands: &[Value]) -> Part {
    let operation = match *operands {
        [Value { part: Part::Old(operation), .. }] => operation,
        [Value { part: Part::At(measure), .. }] => return measured(measure.with_step(Step::Converted { opcode })),
        _ => return Part::Mixed,
    };
    let is_of_bits = !operation.is_some_and(Operation::is_extremum);
    match opcode {
        op::I2L | op::F2D | op::D2F => Part::Old(operation),
        op::L2I | op::I2B..=op::I2S if is_of_bits => Part::Cut(operation),
        _ => Part::Mixed,
    }
}

/// Returns the length of an array as what an order looks at.
fn length(operands: &[Value]) -> Part {
    let measure = operands.first().and_then(Measure::of_value);
    measured(measure.and_then(|measure| measure.with_step(Step::Converted { opcode: op::ARRAYLENGTH })))
}

fn compared(opcode: u8, operands: &[Value]) -> Part {
    let unordered = match opcode {
        op::FCMPL | op::DCMPL => Some(Ordering::Less),
        op::FCMPG | op::DCMPG => Some(Ordering::Greater),
        _ => None,
    };
    ordering(operands, unordered, None)
}

/// Returns the ordering of two values; `itself` is the measure by which the old value is looked at if it is one of the two.
fn ordering(operands: &[Value], unordered: Option<Ordering>, itself: Option<Measure>) -> Part {
    let [first, second] = operands else { return Part::Mixed };
    let (old, other) = if first.is_free() { (second, first) } else { (first, second) };
    let Some(measure) = Measure::of_value(old) else { return Part::Mixed };
    let at = if old.part == Part::Old(None) { itself } else { Some(measure) };
    let (with, old_first) = (other.number, !first.is_free());
    if other.is_free() { Part::Compared { with, old_first, unordered, at } } else { Part::Mixed }
}

/// Returns how the old value takes part in what is looked at of it.
pub(super) fn measured(measure: Option<Measure>) -> Part {
    measure.map_or(Part::Mixed, Part::At)
}

/// Returns the ordering of the old value and another one that a method gives; `None` if it is no such method. Objects are ordered as
/// the contracts of `Comparable` and `Comparator` say: what such a method writes or reads beside them shows in dependences.
/// `is_kept` tells that the comparator is the same each time.
pub(super) fn ordered_by(site: &Site, operands: &[Value], is_kept: bool) -> Option<Part> {
    const NUMBERS: [&str; 7] = ["Integer", "Long", "Double", "Float", "Short", "Byte", "Character"];
    let is_of_numbers = || site.class.strip_prefix("java/lang/").is_some_and(|class| NUMBERS.contains(&class));
    let compares_numbers = &*site.name == "compare" && site.opcode == op::INVOKESTATIC && is_of_numbers();
    match operands {
        [_, _] if compares_numbers => Some(ordering(operands, None, None)),
        [_, _] if &*site.name == "compareTo" && site.opcode != op::INVOKESTATIC => {
            Some(ordering(operands, None, Some(Measure::default())))
        }
        [comparator, values @ ..] if is_comparator(site) && comparator.is_free() && is_kept => {
            Some(ordering(values, None, Some(Measure::default())))
        }
        _ => None,
    }
}

/// Returns whether a call is one of a comparator.
pub(super) fn is_comparator(site: &Site) -> bool {
    &*site.class == "java/util/Comparator" && &*site.name == "compare" && site.args == 3
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
pub(super) fn applied(operands: &[Value], operation: Operation) -> Part {
    let mut old = operands.iter().filter(|operand| !operand.is_free());
    let (Some(value), None) = (old.next(), old.next()) else { return Part::Mixed };
    let is_nothing = |default| neutral(operation) == Some(default) || is_idempotent(operation);
    match value.part {
        Part::Old(before)
            if before.is_none_or(|before| before == operation) && value.default.is_none_or(is_nothing) =>
        {
            Part::Old(Some(operation))
        }
        _ => Part::Mixed,
    }
}

/// Returns whether it makes no difference how often an operation is applied to a value.
pub(in crate::advice) fn is_idempotent(operation: Operation) -> bool {
    matches!(operation, Operation::Maximum | Operation::Minimum | Operation::And | Operation::Or)
}

/// Returns the number that an operation leaves other numbers as they are with.
pub(in crate::advice) fn neutral(operation: Operation) -> Option<i32> {
    match operation {
        Operation::Sum | Operation::Xor => Some(0),
        Operation::Product => Some(1),
        _ => None,
    }
}

/// Returns the number of the only other operand of an operation that is applied to the old value for the first time, and is no difference.
pub(super) fn combined_with(operands: &[Value]) -> Option<u64> {
    match operands {
        [Value { part: Part::Old(None), .. }, other] | [other, Value { part: Part::Old(None), .. }]
            if other.is_free() =>
        {
            Some(other.number)
        }
        _ => None,
    }
}
