//! Recognition of reductions in code: `x = x op e`, where nothing else sees the old value.

use paratrace_jvm::opcodes::{self as op, is_predicate};
use paratrace_traceformat::map::{NONE, Op, ProgramMap};

use crate::model::Operation;

/// The content of an entry of the simulated operand stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// Any other value.
    Other,
    /// The old value, with the operation applied to it.
    Old(Option<Operation>),
}

/// Returns the operation by which a store computes the next value from the one that a load read; `None` if it is no
/// reduction.
pub(super) fn reduction(map: &ProgramMap, load: u32, store: u32) -> Option<Operation> {
    if map.insns.op[load as usize] == Op::Iinc as u8 {
        return (load == store).then_some(Operation::Sum);
    }
    if load > store {
        return None;
    }
    extremum(map, load, store).or_else(|| Walk { map, stack: vec![Entry::Old(None)] }.to(load, store))
}

/// Recognises `if (e < x) x = e`: the load is compared, and the comparison decides about the store.
fn extremum(map: &ProgramMap, load: u32, store: u32) -> Option<Operation> {
    let mut walk = Walk { map, stack: vec![Entry::Old(None)] };
    for insn in load + 1..store {
        let opcode = map.insns.opcode[insn as usize];
        if is_comparison(opcode) {
            let (a, b) = (walk.pop(), walk.pop());
            walk.stack.push(if a == b { Entry::Other } else { Entry::Old(None) });
            continue;
        }
        if is_predicate(opcode) {
            let compares = walk.stack.contains(&Entry::Old(None));
            let short = store - insn <= 8 && ((insn + 1)..store).all(|at| !is_predicate(map.insns.opcode[at as usize]));
            return (compares && short && is_kept(map, store)).then_some(Operation::Extremum);
        }
        walk.insn(insn)?;
    }
    None
}

/// Returns whether an instruction is `lcmp` or a comparison of floating point numbers.
fn is_comparison(opcode: u8) -> bool {
    (op::LCMP..=op::DCMPG).contains(&opcode)
}

/// Returns whether an instruction stores to a local, a field or an element.
fn is_kept(map: &ProgramMap, store: u32) -> bool {
    let op = Op::from_byte(map.insns.op[store as usize]);
    matches!(op, Some(Op::Store | Op::PutField | Op::PutStatic | Op::ArrayStore))
}

struct Walk<'m> {
    map: &'m ProgramMap,
    /// Entries from the loaded value upwards; those below are other values.
    stack: Vec<Entry>,
}

impl Walk<'_> {
    fn to(mut self, load: u32, store: u32) -> Option<Operation> {
        for insn in load + 1..store {
            if is_predicate(self.map.insns.opcode[insn as usize]) {
                return None;
            }
            self.insn(insn)?;
        }
        let stored = self.pop();
        // A copy of the old value that stays on the stack is used elsewhere.
        match stored {
            Entry::Old(operation) if !self.stack.iter().any(|entry| matches!(entry, Entry::Old(_))) => operation,
            _ => None,
        }
    }

    fn pop(&mut self) -> Entry {
        self.stack.pop().unwrap_or(Entry::Other)
    }

    /// Simulates one instruction; `None` if the old value goes where it cannot be followed.
    fn insn(&mut self, insn: u32) -> Option<()> {
        let op = Op::from_byte(self.map.insns.op[insn as usize])?;
        let (pops, pushes) = self.map.stack_effect(insn)?;
        if let Some((taken, left)) = paratrace_replay::paths::shuffle(op) {
            let mut popped: Vec<Entry> = (0..taken).map(|_| self.pop()).collect();
            popped.reverse();
            self.stack.extend(left.iter().map(|&from| popped[from]));
            return Some(());
        }
        let popped: Vec<Entry> = (0..pops).map(|_| self.pop()).collect();
        let old = popped.iter().any(|entry| matches!(entry, Entry::Old(_)));
        let result = match op {
            _ if !old => Entry::Other,
            Op::Compute => Entry::Old(Some(self.computed(insn, &popped)?)),
            Op::Invoke => Entry::Old(Some(self.called(insn, &popped)?)),
            _ => return None,
        };
        self.stack.extend((0..pushes).map(|_| result));
        Some(())
    }

    /// Returns the operation of an arithmetic instruction; `popped` has the last operand first.
    fn computed(&self, insn: u32, popped: &[Entry]) -> Option<Operation> {
        let opcode = self.map.insns.opcode[insn as usize];
        let operation = match opcode {
            op::IADD..=op::DSUB => Operation::Sum,
            op::IMUL..=op::DMUL => Operation::Product,
            op::IAND | op::LAND => Operation::And,
            op::IOR | op::LOR => Operation::Or,
            op::IXOR | op::LXOR => Operation::Xor,
            // These conversions narrow the result of `x += e`.
            op::I2L..=op::I2S => return one_old(popped).flatten(),
            _ => return None,
        };
        let subtracted = (op::ISUB..=op::DSUB).contains(&opcode) && matches!(popped.first(), Some(Entry::Old(_)));
        continued(popped, operation).filter(|_| !subtracted)
    }

    fn called(&self, insn: u32, popped: &[Entry]) -> Option<Operation> {
        let site = self.map.insns.arg[insn as usize];
        let site = self.map.sites.get(site as usize).filter(|_| site != NONE)?;
        match (site.class.as_str(), site.name.as_str()) {
            ("java/lang/Math" | "java/lang/StrictMath", "min") => continued(popped, Operation::Minimum),
            ("java/lang/Math" | "java/lang/StrictMath", "max") => continued(popped, Operation::Maximum),
            ("java/lang/Integer" | "java/lang/Long" | "java/lang/Double", "sum") => continued(popped, Operation::Sum),
            _ => None,
        }
    }
}

/// Returns the operation applied to the only old value among the operands; `None` if there is not exactly one.
fn one_old(popped: &[Entry]) -> Option<Option<Operation>> {
    let mut old = popped.iter().filter_map(|entry| match entry {
        Entry::Old(operation) => Some(*operation),
        Entry::Other => None,
    });
    old.next().filter(|_| old.next().is_none())
}

/// Returns the operation if it can follow the one applied before: the same, or the first.
fn continued(popped: &[Entry], operation: Operation) -> Option<Operation> {
    one_old(popped).filter(|before| before.is_none_or(|before| before == operation)).map(|_| operation)
}
