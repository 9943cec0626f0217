//! Recognition of reductions in code: `x = x op e`, where nothing else sees the old value.

use std::ops::Range;

use paratrace_jvm::opcodes::{self as op, is_predicate};
use paratrace_replay::program::argument_slots;
use paratrace_traceformat::map::{InstructionId, NONE, Op, ProgramMap};

use crate::dependences::Points;
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
pub(super) fn reduction(points: &Points<'_>, load: InstructionId, store: InstructionId) -> Option<Operation> {
    let map = points.map;
    if map.insns.op[load.index()] == Op::Iinc as u8 {
        return (load == store).then_some(Operation::Sum);
    }
    if load > store {
        return None;
    }
    extremum(points, load, store).or_else(|| Walk { map, stack: vec![Entry::Old(None)] }.to(load, store))
}

/// Recognises `if (e < x) x = e`: the load is compared, and the comparison decides about the store of the same `e`.
fn extremum(points: &Points<'_>, load: InstructionId, store: InstructionId) -> Option<Operation> {
    let map = points.map;
    let test = load.plus(1).up_to(store).find(|&insn| is_predicate(map.insns.opcode[insn.index()]))?;
    let opcode = |insn: InstructionId| map.insns.opcode[insn.index()];
    let is_ordering = matches!(opcode(test), op::IFLT..=op::IFLE | op::IF_ICMPLT..=op::IF_ICMPLE);
    // Numbers other than `int` are compared by an instruction of their own.
    let compared = test.minus(1).filter(|&before| is_comparison(opcode(before))).unwrap_or(test);
    if !is_ordering || test.up_to(store).len() > MAX_OPERAND || compared <= load || !goes_along(points, store) {
        return None;
    }
    let op = Op::from_byte(map.insns.op[store.index()])?;
    let stored = match op {
        Op::Store | Op::PutStatic => test.plus(1)..store,
        // The object comes first.
        Op::PutField => test.plus(2)..store,
        _ => return None,
    };
    let behind = load.plus(1)..compared;
    let before = load.minus(stored.end.rows_since(stored.start)?)?..load;
    let is_stored = |operand: Range<InstructionId>| !operand.is_empty() && same(map, operand, stored.clone());
    (is_stored(behind.clone()) || behind.is_empty() && is_stored(before)).then_some(Operation::Extremum)
}

/// Returns whether the code behind a store, up to the end of its block, only keeps more of what belongs to the stored value
/// (where it was found, say): then the last one to be stored wins there, too. A jump at its end would skip an `else` that
/// runs for all other values.
fn goes_along(points: &Points<'_>, store: InstructionId) -> bool {
    let map = points.map;
    let Some(block) = points.block_of(store) else { return false };
    let mut loaded = Vec::new();
    store.plus(1).up_to(InstructionId::new(map.blocks[block.index()].insns.end)).all(|insn| {
        let arg = map.insns.arg[insn.index()];
        match Op::from_byte(map.insns.op[insn.index()]) {
            Some(Op::Load) => {
                loaded.push(arg);
                true
            }
            Some(Op::Store) => !loaded.contains(&arg),
            Some(Op::Push | Op::PushInt | Op::Compute | Op::GetField | Op::GetStatic | Op::ArrayLoad) => true,
            _ => false,
        }
    })
}

/// Most instructions of an operand that is compared with the least or greatest value so far.
const MAX_OPERAND: usize = 32;

/// Returns whether two pieces of code compute the same, and nothing but that.
fn same(map: &ProgramMap, a: Range<InstructionId>, b: Range<InstructionId>) -> bool {
    let insns = &map.insns;
    let (a, b) = (a.start.up_to(a.end), b.start.up_to(b.end));
    a.len() == b.len()
        && a.zip(b).all(|(a, b)| {
            let (x, y) = (a.index(), b.index());
            let op = Op::from_byte(insns.op[x]);
            let is_pure = !matches!(
                op,
                None | Some(Op::Iinc | Op::Store | Op::PutField | Op::PutStatic | Op::ArrayStore | Op::Invoke)
            );
            is_pure && (insns.opcode[x], insns.op[x], insns.arg[x]) == (insns.opcode[y], insns.op[y], insns.arg[y])
        })
}

/// Returns whether an instruction is `lcmp` or a comparison of floating point numbers.
fn is_comparison(opcode: u8) -> bool {
    (op::LCMP..=op::DCMPG).contains(&opcode)
}

struct Walk<'m> {
    map: &'m ProgramMap,
    /// Entries from the loaded value upwards; those below are other values.
    stack: Vec<Entry>,
}

impl Walk<'_> {
    fn to(mut self, load: InstructionId, store: InstructionId) -> Option<Operation> {
        for insn in load.plus(1).up_to(store) {
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
    fn insn(&mut self, insn: InstructionId) -> Option<()> {
        let op = Op::from_byte(self.map.insns.op[insn.index()])?;
        let (pops, pushes) = self.map.stack_effect(insn)?;
        if let Some((taken, left)) = paratrace_replay::paths::shuffle(op) {
            let mut popped: Vec<Entry> = (0..taken).map(|_| self.pop()).collect();
            popped.reverse();
            self.stack.extend(left.iter().map(|&from| popped[from]));
            return Some(());
        }
        let opcode = self.map.insns.opcode[insn.index()];
        if matches!(opcode, op::GOTO | op::GOTO_W) {
            // The other way to where control meets pushes this value again.
            return (self.pop() == Entry::Other).then_some(());
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
    fn computed(&self, insn: InstructionId, popped: &[Entry]) -> Option<Operation> {
        let opcode = self.map.insns.opcode[insn.index()];
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

    fn called(&self, insn: InstructionId, popped: &[Entry]) -> Option<Operation> {
        let site = self.map.insns.arg[insn.index()];
        let site = self.map.sites.get(site as usize).filter(|_| site != NONE)?;
        match (site.class.as_str(), site.name.as_str()) {
            ("java/lang/Math" | "java/lang/StrictMath", "min") => continued(popped, Operation::Minimum),
            ("java/lang/Math" | "java/lang/StrictMath", "max") => continued(popped, Operation::Maximum),
            ("java/lang/Integer" | "java/lang/Long" | "java/lang/Double", "sum") => continued(popped, Operation::Sum),
            _ => {
                let old = popped.iter().rev().position(|entry| matches!(entry, Entry::Old(_)))?;
                continued(popped, self.through(insn, old)?)
            }
        }
    }

    /// Returns what a method that is traced does with an argument: `return argument op e`, without a choice.
    fn through(&self, insn: InstructionId, argument: usize) -> Option<Operation> {
        let map = self.map;
        let site = &map.sites[map.insns.arg[insn.index()] as usize];
        let callee = map.methods.get(site.callee.index()).filter(|_| site.opcode == op::INVOKESTATIC)?;
        let slot = *argument_slots(site).get(argument)?;
        let mut reads = callee.instructions().filter(|&at| {
            Op::from_byte(map.insns.op[at.index()]) == Some(Op::Load) && map.insns.arg[at.index()] == slot
        });
        let (load, end) = (reads.next()?, callee.instructions().next_back()?);
        let returns = Op::from_byte(map.insns.op[end.index()]) == Some(Op::ReturnValue);
        if !returns || reads.next().is_some() || callee.insns.len() > SHORT {
            return None;
        }
        Walk { map, stack: vec![Entry::Old(None)] }.to(load, end)
    }
}

/// Most instructions of a method that is looked into.
const SHORT: usize = 64;

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
