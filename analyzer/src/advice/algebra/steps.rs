//! What single instructions do with the values that a walk follows.

use paratrace_jvm::opcodes::{
    CHECKCAST, DCONST_0, DCONST_1, DSUB, IADD, INSTANCEOF, ISUB, LCONST_0, LCONST_1, is_predicate,
};
use paratrace_replay::base::arithmetic::iinc;
use paratrace_replay::paths::shuffle;
use paratrace_replay::program::argument_slots;
use paratrace_traceformat::map::{BlockId, InstructionId, NEW, Op, Site};
use rustc_hash::FxHashMap;

use super::branches::Branch;
use super::code::Frame;
use super::measure::{Measure, Step};
use super::operations::{applied, combined_with, computed, is_boxing, is_comparator, measured, of_library, ordered_by};
use super::state::State;
use super::value::{Number, Part, Value, number};
use super::{Address, Algebra};
use crate::advice::computing::only_computes;
use crate::advice::maps::{self, Access};
use crate::advice::parts::combines_parts;
use crate::advice::regions::Code;
use crate::dependences::definitions::stored_local;
use crate::model::Operation;

/// Most instructions of a called method that is followed.
const SHORT: usize = 64;

/// Most calls inside each other that are followed.
const DEEP: usize = 3;

impl<'m> Algebra<'_, 'm> {
    /// Follows one instruction; returns the branch if it is one that depends on the old value. `None` if it makes no sense.
    pub(super) fn step(
        &mut self,
        frame: &mut Frame<'m>,
        block: BlockId,
        state: &mut State,
        insn: InstructionId,
    ) -> Option<Option<Branch>> {
        let map = self.points.map;
        let (op, arg, opcode) = (self.points.op(insn), map.insns.arg[insn.index()], map.insns.opcode[insn.index()]);
        if let Some((taken, left)) = shuffle(op) {
            let popped = state.pop_all(taken);
            state.stack.extend(left.iter().map(|&from| popped[from]));
            return Some(None);
        }
        let operands = state.pop_all(map.stack_effect(insn)?.0 as usize);
        match op {
            Op::PushInt => state.stack.push(Value::constant(arg.cast_signed())),
            Op::Push if matches!(opcode, LCONST_0 | DCONST_0) => state.stack.push(Value::constant(0)),
            Op::Push if matches!(opcode, LCONST_1 | DCONST_1) => state.stack.push(Value::constant(1)),
            Op::Push => state.stack.push(Value::free(number(("pushed", insn.number())))),
            Op::Load | Op::GetField | Op::GetStatic | Op::ArrayLoad => self.load(frame, state, insn, &operands),
            Op::Iinc => {
                let (slot, step) = iinc(arg);
                self.load(frame, state, insn, &[]);
                let old = state.pop();
                let sum = result(IADD, &[old, Value::constant(step)], None);
                self.store(frame, block, state, insn, (Address::Local(slot), &[sum]));
            }
            Op::Store => self.store(frame, block, state, insn, (Address::Local(arg), &operands)),
            Op::PutField | Op::PutStatic | Op::ArrayStore => {
                let address = self.address(insn, &operands)?;
                self.store(frame, block, state, insn, (address, &operands));
            }
            Op::Compute if opcode == CHECKCAST => state.stack.extend(operands),
            Op::Compute => {
                // A test of a type names it in the class file only.
                let is_told = map.insns.flags[insn.index()] & NEW == 0 && opcode != INSTANCEOF;
                let unique = (!is_told).then_some((insn.number(), frame.context));
                state.stack.push(result(opcode, &operands, unique));
            }
            Op::Drop if is_predicate(opcode) => return Some(Branch::new(opcode, &operands)),
            Op::Invoke => self.invoke(frame, block, state, insn, &operands)?,
            Op::Drop => self.use_up(&operands, insn),
            Op::Return | Op::ReturnValue | Op::Throw => {
                if frame.depth == 0 || op == Op::Throw {
                    self.use_up(&operands, insn);
                    self.escape(frame.under(block).loads, insn);
                } else {
                    frame.leave(state, operands.first().copied());
                }
            }
            _ => return None,
        }
        Some(None)
    }

    /// Pushes what an instruction loads.
    fn load(&mut self, frame: &Frame<'m>, state: &mut State, insn: InstructionId, operands: &[Value]) {
        let Some(address) = self.address(insn, operands) else { return };
        let value = match address {
            _ if self.is_target(frame, address) => self.old(insn, frame.context),
            Address::Local(slot) => state.local(slot, frame.context),
            _ => {
                let memory = self.memory_of(address, state);
                let part = match self.step_to(frame, state, insn, operands) {
                    Some(measure) => Part::At(measure),
                    None if depends(operands) => Part::Mixed,
                    None => Part::Free,
                };
                with(number((address, memory)), part, operands)
            }
        };
        if value.part == Part::Companion {
            self.escape(value.loads, insn);
        }
        state.stack.push(value);
    }

    /// Returns the number of the heap's contents that matter at an address: nothing changes what only constructors write.
    fn memory_of(&self, address: Address, state: &State) -> Number {
        match address {
            Address::Field(field, _) if self.points.is_constant_field(field) => 0,
            _ => state.memory,
        }
    }

    /// Returns the measure that an instruction leads to from the old value, or from what is looked at of it.
    fn step_to(
        &mut self,
        frame: &Frame<'m>,
        state: &State,
        insn: InstructionId,
        operands: &[Value],
    ) -> Option<Measure> {
        match self.points.op(insn) {
            Op::GetField => {
                let field = self.points.map.insns.arg[insn.index()];
                let memory = self.memory_of(self.address(insn, operands)?, state);
                let measure = Measure::of_value(operands.first()?)?.with_step(Step::Field { field, memory })?;
                self.measuring.insert(insn);
                Some(measure)
            }
            _ => self.place(frame, state, insn, operands),
        }
    }

    /// Returns the array's element as a measure, if an instruction loads it at the place that the old value is. The array must be the same
    /// one in all iterations, and keep its elements, so nothing of the heap may have changed when an iteration ends.
    fn place(&mut self, frame: &Frame<'m>, state: &State, insn: InstructionId, operands: &[Value]) -> Option<Measure> {
        let [array, Value { part: Part::Old(None), default: None, .. }] = operands else { return None };
        // A local is one of one activation of the loop.
        let is_local = frame.depth == 0 && matches!(self.target, Some(Address::Local(_)));
        let is_load = is_local
            && self.points.op(insn) == Op::ArrayLoad
            && self.stays(frame, state, array, insn, 1)
            && array.is_free();
        self.looks_at_elements |= is_load;
        let kind = self.points.map.insns.arg[insn.index()];
        let step = Step::Element { kind, array: array.number, memory: state.memory };
        if is_load { Measure::default().with_step(step) } else { None }
    }

    /// Returns whether a value, `above` entries below the top before an instruction, is the same in all iterations: that of a local which
    /// the code does not store to, or of a class.
    fn stays(&self, frame: &Frame<'m>, state: &State, value: &Value, insn: InstructionId, above: u32) -> bool {
        let map = self.points.map;
        match self.points.holder(insn, above) {
            Some((Op::Load, slot)) => {
                let code = frame.code.blocks.iter().flat_map(|block| map.blocks[block.index()].instructions());
                let mut stored = code.filter_map(|insn| stored_local(self.points, insn));
                !stored.any(|stored| stored == slot) && state.local(slot, frame.context).number == value.number
            }
            Some((op, _)) => op == Op::GetStatic,
            None => false,
        }
    }

    fn store(
        &mut self,
        frame: &Frame<'m>,
        block: BlockId,
        state: &mut State,
        insn: InstructionId,
        (address, operands): (Address, &[Value]),
    ) {
        let under = frame.under(block);
        let Some(&value) = operands.last() else { return };
        self.note_address(frame, insn, address);
        if self.is_target(frame, address) {
            self.update(insn, value.given(state.fact), under);
            state.forget_old();
        }
        let goes_along = under.tests != 0 && value.is_free() && self.goes_along(frame, block, insn);
        self.companions.extend(goes_along.then_some(insn));
        match address {
            Address::Local(_) if self.is_target(frame, address) => {}
            Address::Local(slot) => {
                let part = if goes_along { Part::Companion } else { value.part };
                let loads = if goes_along { under.loads } else { value.loads };
                if !goes_along && frame.is_open(block) {
                    self.escape(under.loads, insn);
                }
                state.locals.insert(slot, Value { part, loads, ..value });
            }
            _ => {
                if !self.is_target(frame, address) {
                    self.use_up(operands, insn);
                    self.escape(if goes_along { 0 } else { under.loads }, insn);
                }
                state.memory = number((insn.number(), frame.context, state.memory));
            }
        }
    }

    /// Returns whether a store, and every other one to the same place, stands beside one to the location, and no other instruction
    /// of the code reads what it writes: it then belongs to the extremum that is found there, and the last one wins there, too.
    fn goes_along(&self, frame: &Frame<'m>, block: BlockId, store: InstructionId) -> bool {
        let map = self.points.map;
        let arg = |insn: InstructionId| map.insns.arg[insn.index()];
        let (stores, loads) = match self.points.op(store) {
            Op::Store => (Op::Store, Op::Load),
            Op::PutField => (Op::PutField, Op::GetField),
            Op::PutStatic => (Op::PutStatic, Op::GetStatic),
            _ => return false,
        };
        let has_place = |insn: InstructionId, wanted: Op| match self.points.op(insn) {
            Op::Iinc => wanted == Op::Load && iinc(arg(insn)).0 == arg(store),
            op => op == wanted && arg(insn) == arg(store),
        };
        let code = |block: BlockId| map.blocks[block.index()].instructions();
        let is_beside = |block: BlockId| code(block).any(|insn| self.writes_target(insn));
        let is_read = |block: BlockId| code(block).any(|insn| has_place(insn, loads));
        let is_written = |block: BlockId| code(block).any(|insn| has_place(insn, stores));
        // Of fields of classes that a called method writes, dependences tell whether other code does, too.
        let is_told = stores == Op::PutStatic && matches!(self.target, Some(Address::Static(_)));
        (frame.depth == 0 || is_told)
            && is_beside(block)
            && frame.code.blocks.iter().all(|&block| !is_read(block) && (!is_written(block) || is_beside(block)))
    }

    fn invoke(
        &mut self,
        frame: &Frame<'m>,
        block: BlockId,
        state: &mut State,
        insn: InstructionId,
        operands: &[Value],
    ) -> Option<()> {
        let site = self.points.call(insn)?;
        if self.is_of_target(frame, block, state, insn, operands) {
            return Some(());
        }
        if is_boxing(&site.class, &site.name, &site.desc) {
            state.stack.extend_from_slice(operands);
            return Some(());
        }
        if let Some(value) = self.given_by_library(frame, state, insn, operands) {
            state.stack.extend(site.has_result.then_some(value));
            return Some(());
        }
        if let Some(value) = self.combined_by_parts(frame, insn, operands) {
            state.stack.push(value);
            return Some(());
        }
        if let Some(value) = self.computed_by_own(state, insn, operands) {
            state.stack.push(value);
            return Some(());
        }
        if let Some(inner) = self.follow(frame, block, state, insn, operands) {
            if inner.memory != state.memory {
                self.may_change_entries(state);
            }
            state.memory = inner.memory;
            state.stack.extend(inner.stack);
            return Some(());
        }
        self.use_up(operands, insn);
        if !self.points.only_looks(insn) {
            self.escape(frame.under(block).loads, insn);
            state.memory = number((insn.number(), frame.context, state.memory));
            self.may_change_entries(state);
        }
        let result = number(("result", insn.number(), frame.context, state.memory));
        state.stack.extend(site.has_result.then(|| Value::free(result)));
        Some(())
    }

    /// Returns the result of a call that computes it from its arguments and, if it only looks, from the heap; `None` if more has to be
    /// known of it.
    fn given_by_library(
        &mut self,
        frame: &Frame<'m>,
        state: &State,
        insn: InstructionId,
        operands: &[Value],
    ) -> Option<Value> {
        let site = self.points.call(insn)?;
        let method = number((&site.class, &site.name, &site.desc));
        let is_pure = self.points.calls_pure(insn);
        let looks = is_pure || self.points.only_looks(insn);
        let memory = if is_pure { 0 } else { state.memory };
        let computed = match operands {
            [one] if looks => Step::Call { method, memory }.number_for(one.number),
            _ => number((method, operands.iter().map(|operand| operand.number).collect::<Vec<_>>())),
        };
        if !depends(operands) {
            let is_known = is_pure || looks && operands.len() == 1;
            return if is_known { Some(Value::free(computed)) } else { None };
        }
        let is_kept = || is_comparator(site) && self.stays(frame, state, &operands[0], insn, 2);
        let measure = || match operands {
            [one] if looks => {
                Measure::of_value(one).map(|measure| measured(measure.with_step(Step::Call { method, memory })))
            }
            _ => None,
        };
        let ordered = ordered_by(site, operands, is_kept());
        if ordered.is_some() {
            self.measuring.insert(insn);
        }
        let part = ordered.or_else(|| of_library(site, operands)).or_else(measure)?;
        let combined = if &*site.name == "subtract" { None } else { combined_with(operands) };
        Some(Value { with: combined, ..with(computed, part, operands) })
    }

    /// Returns what a method of the program computes of one or two values, if it is too long to be followed and only computes; `None` if it does
    /// more, or makes of the old value what no order can look at.
    fn computed_by_own(&mut self, state: &State, insn: InstructionId, operands: &[Value]) -> Option<Value> {
        let called = self.points.only_callee(insn)?;
        let code = &self.points.map.methods[called.index()];
        let is_followed = code.insns.len() <= SHORT && code.loops.is_empty();
        let has_result = self.points.call(insn).is_some_and(|site| site.has_result);
        if is_followed || !has_result || !only_computes(self.points, called) {
            return None;
        }
        let (method, memory) = (number(("own", called.number())), state.memory);
        let of_one = |other: Number, is_first: bool| Step::CallWith { method, other, is_first, memory };
        let (value, step) = match operands {
            [one] => (one, Step::Call { method, memory }),
            [first, second] if first.is_free() => (second, of_one(first.number, true)),
            [first, second] if second.is_free() => (first, of_one(second.number, false)),
            _ => return None,
        };
        let computed = step.number_for(value.number);
        if value.is_free() {
            return Some(Value::free(computed));
        }
        let measure = Measure::of_value(value)?.with_step(step)?;
        self.measuring.insert(insn);
        Some(with(computed, Part::At(measure), operands))
    }

    /// Returns the object that a call of the program's own makes of the old value and another one, part by part; `None` if it does more.
    fn combined_by_parts(&mut self, frame: &Frame<'m>, insn: InstructionId, operands: &[Value]) -> Option<Value> {
        if !depends(operands) {
            return None;
        }
        let method = self.points.only_callee(insn)?;
        let found = combines_parts(self.points, &self.points.map.methods[method.index()])?;
        let part = applied(operands, found.operation);
        if !matches!(part, Part::Old(_)) {
            return None;
        }
        if found.operation == Operation::Combined {
            self.is_lost |= self.combining.is_some_and(|known| known != method);
            self.combining = Some(method);
        }
        self.measuring.insert(insn);
        let made = number(("combined", insn.number(), frame.context));
        Some(Value { with: combined_with(operands), ..with(made, part, operands) })
    }

    /// Other code may change the value of the key that is the location: another key may be an equal one, and it may have the map, too.
    fn may_change_entries(&self, state: &mut State) {
        if matches!(self.target, Some(Address::Entry(..))) {
            state.forget_old();
        }
    }

    /// Returns whether a call reads or writes the value of the key that is the location, which it then does.
    fn is_of_target(
        &mut self,
        frame: &Frame<'m>,
        block: BlockId,
        state: &mut State,
        insn: InstructionId,
        operands: &[Value],
    ) -> bool {
        let access = self.points.call(insn).and_then(maps::access);
        let (Some(access), [map, key, ..]) = (access, operands) else { return false };
        if matches!(access, Access::Make | Access::Compute | Access::Merge) {
            return false;
        }
        let address = Address::Entry(map.number, key.number);
        if matches!(access, Access::Write | Access::Begin) {
            self.note_address(frame, insn, address);
        }
        let is_target = self.is_target(frame, address);
        match access {
            _ if !is_target => return false,
            Access::Write | Access::Begin => self.write_entry(frame, block, state, insn, operands),
            _ => {
                self.use_up(&operands[2..], insn);
                let old = self.old(insn, frame.context);
                let part = if access == Access::Look { Part::Presence } else { old.part };
                state.stack.push(Value { part, ..old });
            }
        }
        is_target
    }

    /// Makes a value that of the key that is the location.
    fn write_entry(
        &mut self,
        frame: &Frame<'m>,
        block: BlockId,
        state: &mut State,
        insn: InstructionId,
        operands: &[Value],
    ) {
        let Some(&value) = operands.last() else { return };
        let begins = self.points.call(insn).and_then(maps::access) == Some(Access::Begin);
        let part = match value.part {
            _ if !self.points.is_result_dropped(insn) => Part::Mixed,
            Part::Free if begins => Part::First(value.number),
            _ if begins => Part::Mixed,
            part => part,
        };
        let value = Value { part, ..value };
        self.update(insn, value.given(state.fact), frame.under(block));
        state.forget_old();
        state.memory = number((insn.number(), frame.context, state.memory));
        state.stack.push(Value::free(number(("result", insn.number(), frame.context, state.memory))));
    }

    /// Walks through a called method; `None` if it is not known, or too much.
    fn follow(
        &mut self,
        frame: &Frame<'m>,
        block: BlockId,
        state: &State,
        insn: InstructionId,
        operands: &[Value],
    ) -> Option<State> {
        let map = self.points.map;
        let site = self.points.call(insn)?;
        let method = self.points.only_callee(insn)?;
        let callee = &map.methods[method.index()];
        if callee.insns.is_empty() || callee.insns.len() > SHORT || frame.depth == DEEP {
            return None;
        }
        let context = number(("called", insn.number(), frame.context));
        let code = Code::of_method(map, callee);
        let mut inner = Frame::new(code, method, context, frame.under(block), frame.depth + 1);
        self.walk(&mut inner, entry(site, operands, state))?;
        let returned = inner.returned?;
        (returned.stack.len() == usize::from(site.has_result)).then_some(returned)
    }

    /// Something is done with values that is not followed.
    fn use_up(&mut self, operands: &[Value], insn: InstructionId) {
        self.escape(operands.iter().fold(0, |all, operand| all | operand.loads), insn);
    }
}

/// Returns the state at the beginning of a called method.
fn entry(site: &Site, operands: &[Value], state: &State) -> State {
    let locals: FxHashMap<u32, Value> = argument_slots(site).into_iter().zip(operands.iter().copied()).collect();
    State { stack: Vec::new(), locals, memory: state.memory, fact: None }
}

fn depends(operands: &[Value]) -> bool {
    operands.iter().any(|operand| !operand.is_free())
}

/// Returns what an arithmetic instruction computes; `unique` tells objects apart that it creates.
fn result(opcode: u8, operands: &[Value], unique: Option<(u32, Number)>) -> Value {
    let computed_number = match operands {
        [one] if unique.is_none() => Step::Converted { opcode }.number_for(one.number),
        _ => number((opcode, operands.iter().map(|operand| operand.number).collect::<Vec<_>>(), unique)),
    };
    let part = if depends(operands) { computed(opcode, operands) } else { Part::Free };
    let is_difference = (ISUB..=DSUB).contains(&opcode);
    let combined = if is_difference { None } else { combined_with(operands) };
    Value { with: combined, ..with(computed_number, part, operands) }
}

/// Returns a value in which all operands take part.
fn with(number: Number, part: Part, operands: &[Value]) -> Value {
    let of = |pick: fn(&Value) -> u64| operands.iter().fold(0, |all, operand| all | pick(operand));
    let (loads, tests) =
        if part == Part::Free { (0, 0) } else { (of(|operand| operand.loads), of(|operand| operand.tests)) };
    Value { part, loads, tests, ..Value::free(number) }
}
