//! What is recorded at each instruction, which may throw, which may run class initialisers: the recipe of a method.

use paratrace_classfile::{Instruction, opcodes as op};
use paratrace_traceformat::map::{INDUCTION, Mode, Op, PEI, Untraced};
use rustc_hash::FxHashMap;

use super::access::{array_step, instance_field, new_array};
use super::body::Body;
use super::call::call_step;
use super::cfg::Cfg;
use super::loops::LoopForest;
use super::operand::{CallUse, FieldUse, Operand};
use super::shape;
use super::steps::Step;
use super::values::{State, UNSET, Uninit, Value, Values};
use crate::world::{CallKind, World};

/// The recipe of one instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) op: Op,
    pub(crate) flags: u8,
    /// Local, entries popped, or element descriptor; fields and sites are in `operands` and `call`.
    pub(crate) arg: u32,
    /// How a call is followed.
    pub(crate) call: Option<CallKind>,
    /// The initialised object is recorded after the call.
    pub(crate) post_receiver: bool,
    /// May run class initialisers of the program first.
    pub(crate) trigger: bool,
    /// Entries on the operand stack before and after.
    pub(crate) height: u16,
    pub(crate) height_after: u16,
    /// `this` is initialised before the instruction.
    pub(crate) this_ready: bool,
    /// Control may go on to the next instruction.
    pub(crate) falls_through: bool,
    /// Calls a constructor on `this`.
    pub(crate) initializes_this: bool,
    pub(crate) before: Vec<Step>,
    pub(crate) after: Vec<Step>,
}

/// What the analysis of a method needs to know of its surroundings.
pub(crate) struct Context<'a> {
    pub(crate) world: &'a World,
    /// Index of the class in the world.
    pub(crate) class: usize,
    pub(crate) is_static: bool,
    pub(crate) is_constructor: bool,
    /// Kinds of the parameters, without `this`.
    pub(crate) parameters: Vec<u8>,
}

/// Finds the recipe of every reachable instruction.
pub(crate) fn find(
    context: &Context<'_>,
    body: &Body,
    operands: &[Operand],
    cfg: &Cfg,
    forest: &LoopForest,
) -> Result<Vec<Option<Fact>>, Untraced> {
    let mut walker = Walker {
        context,
        body,
        operands,
        cfg,
        forest,
        entry: vec![None; cfg.blocks.len()],
        classes: FxHashMap::default(),
        facts: vec![None; body.insns.len()],
    };
    walker.number_classes();
    walker.fixpoint()?;
    for block in 0..cfg.blocks.len() {
        if walker.entry[block].is_some() {
            walker.walk(block, true)?;
        }
    }
    Ok(walker.facts)
}

struct Walker<'a> {
    context: &'a Context<'a>,
    body: &'a Body,
    operands: &'a [Operand],
    cfg: &'a Cfg,
    forest: &'a LoopForest,
    entry: Vec<Option<State>>,
    /// Classes whose initialisation may run traced code, numbered in order of appearance; the first 64 are tracked.
    classes: FxHashMap<usize, u32>,
    facts: Vec<Option<Fact>>,
}

impl Walker<'_> {
    /// Numbers the classes that instructions of this method may initialise.
    fn number_classes(&mut self) {
        for index in 0..self.body.insns.len() {
            if let Some(class) = self.initialized_by(index) {
                let next = u32::try_from(self.classes.len()).unwrap_or(u32::MAX);
                self.classes.entry(class).or_insert(next);
            }
        }
    }

    /// The class that an instruction initialises if that may run traced code and is not surely done already.
    fn initialized_by(&self, index: usize) -> Option<usize> {
        let world = self.context.world;
        let class = match (self.body.insns[index].opcode, &self.operands[index]) {
            (op::NEW, Operand::Class(name)) => world.find(name)?,
            (op::GETSTATIC | op::PUTSTATIC, Operand::Field(field)) if field.resolved => world.find(&field.class)?,
            (op::INVOKESTATIC, Operand::Call(call)) => match world.method(&call.class, &call.name, &call.desc) {
                crate::world::MethodTarget::Declared(owner, _) => owner,
                crate::world::MethodTarget::Library => return None,
            },
            _ => return None,
        };
        let own = world.supers(self.context.class).any(|c| c == class);
        (!own && world.has_initializer(class)).then_some(class)
    }

    fn entry_state(&self) -> Result<State, Untraced> {
        let mut locals = vec![Value::of(UNSET); usize::from(self.body.max_locals)];
        let mut next = 0;
        let mut place = |value: Value| -> Result<(), Untraced> {
            let width = if value.is_wide() { 2 } else { 1 };
            *locals.get_mut(next).ok_or(Untraced::Malformed)? = value;
            next += width;
            if next > usize::from(self.body.max_locals) { Err(Untraced::Malformed) } else { Ok(()) }
        };
        if !self.context.is_static {
            let uninit = if self.context.is_constructor { Uninit::This } else { Uninit::No };
            place(Value { non_null: true, uninit, ..Value::of(b'A') })?;
        }
        for &kind in &self.context.parameters {
            place(Value::of(kind))?;
        }
        Ok(State { locals, stack: Vec::new(), initialized: 0, this_ready: !self.context.is_constructor })
    }

    fn fixpoint(&mut self) -> Result<(), Untraced> {
        self.entry[0] = Some(self.entry_state()?);
        let mut todo = vec![0];
        while let Some(block) = todo.pop() {
            for changed in self.walk(block, false)? {
                if !todo.contains(&changed) {
                    todo.push(changed);
                }
            }
        }
        Ok(())
    }

    /// Walks a block from its entry state. Either passes on what holds (and returns the blocks that learnt something),
    /// or writes down the facts.
    fn walk(&mut self, block: usize, record: bool) -> Result<Vec<usize>, Untraced> {
        let Some(state) = self.entry[block].clone() else { return Ok(Vec::new()) };
        let mut values = Values::enter(&state);
        let mut changed = Vec::new();
        let cfg = self.cfg;
        for index in cfg.blocks[block].first..cfg.blocks[block].end {
            if !record {
                self.reach_handlers(block, &values, &mut changed)?;
            }
            if self.may_split_before(index, &values) {
                values = Values::enter(&values.leave());
            }
            let fact = self.step(index, &mut values).ok_or(Untraced::Malformed)?;
            if super::split::is_cut_call(&fact) {
                values = Values::enter(&values.leave());
            }
            if record {
                self.facts[index] = Some(fact);
            }
        }
        if !record {
            let state = values.leave();
            for &next in &cfg.blocks[block].next {
                self.reach(next, &state, &mut changed)?;
            }
        }
        Ok(changed)
    }

    /// Whether a path may begin at this instruction. Paths know values by their cells: what two cells share is forgotten
    /// between two paths.
    fn may_split_before(&self, index: usize, values: &Values) -> bool {
        !values.this_ready || self.initialized_by(index).is_some()
    }

    fn reach_handlers(&mut self, block: usize, values: &Values, changed: &mut Vec<usize>) -> Result<(), Untraced> {
        let cfg = self.cfg;
        if cfg.blocks[block].all_handlers.is_empty() {
            return Ok(());
        }
        let mut state = values.leave();
        state.stack = vec![Value { non_null: true, ..Value::of(b'A') }];
        for &handler in &cfg.blocks[block].all_handlers {
            self.reach(handler, &state, changed)?;
        }
        Ok(())
    }

    fn reach(&mut self, block: usize, state: &State, changed: &mut Vec<usize>) -> Result<(), Untraced> {
        let news = match &mut self.entry[block] {
            Some(entry) => entry.meet(state).ok_or(Untraced::Malformed)?,
            empty => {
                *empty = Some(state.clone());
                true
            }
        };
        if news && !changed.contains(&block) {
            changed.push(block);
        }
        Ok(())
    }

    /// Executes one instruction on the values and says what is recorded.
    fn step(&mut self, index: usize, values: &mut Values) -> Option<Fact> {
        let insn = &self.body.insns[index];
        let mut fact = Fact {
            op: Op::Push,
            flags: 0,
            arg: 0,
            call: None,
            post_receiver: false,
            trigger: self.trigger(index, values),
            height: u16::try_from(values.stack.len()).ok()?,
            height_after: 0,
            this_ready: values.this_ready,
            falls_through: insn.falls_through(),
            initializes_this: false,
            before: Vec::new(),
            after: Vec::new(),
        };
        match &self.operands[index] {
            Operand::Field(field) => self.field(insn.opcode, field, values, &mut fact)?,
            Operand::Call(call) => self.call(call, values, &mut fact)?,
            Operand::Class(name) => self.class_operand(insn, index, name, values, &mut fact)?,
            Operand::Constant(kind, linked, value) => {
                push_constant(*kind, *value, values, &mut fact);
                fact.flags |= if *linked { PEI } else { 0 };
            }
            Operand::None => self.simple(insn, index, values, &mut fact)?,
        }
        fact.height_after = u16::try_from(values.stack.len()).ok()?;
        Some(fact)
    }

    /// Whether class initialisers may run here; afterwards they have.
    fn trigger(&self, index: usize, values: &mut Values) -> bool {
        let Some(class) = self.initialized_by(index) else { return false };
        let bit = |class: usize| self.classes.get(&class).filter(|&&n| n < 64).map_or(0, |&n| 1u64 << n);
        let done = bit(class) != 0 && values.initialized & bit(class) != 0;
        for class in self.context.world.supers(class) {
            values.initialized |= bit(class);
        }
        !done
    }

    fn call(&self, call: &CallUse, values: &mut Values, fact: &mut Fact) -> Option<()> {
        call_step(call, values, fact)?;
        let mode = fact.call.as_ref().map(|kind| kind.mode);
        let copies = call.name == "clone" && call.desc == "()Ljava/lang/Object;" && !call.class.starts_with('[');
        if copies
            && mode == Some(Mode::Open)
            && let Some(class) = self.copied_class(call)
        {
            fact.after = vec![Step::Plain(op::DUP), Step::Fresh(class)];
        }
        Some(())
    }

    /// Class of the program whose objects an untraced `clone` copies, object number included.
    fn copied_class(&self, call: &CallUse) -> Option<String> {
        let world = self.context.world;
        let class = if call.opcode == op::INVOKESPECIAL { Some(self.context.class) } else { world.find(&call.class) };
        let class = class.filter(|&c| world.identity_holder(c).is_some() && world.classes[c].rewritten())?;
        (!world.classes[class].is_interface()).then(|| world.classes[class].name.clone())
    }

    fn field(&self, opcode: u8, field: &FieldUse, values: &mut Values, fact: &mut Fact) -> Option<()> {
        match opcode {
            op::GETSTATIC => {
                fact.op = Op::GetStatic;
                values.push(field.kind);
            }
            op::PUTSTATIC => {
                fact.op = Op::PutStatic;
                values.pop()?;
            }
            _ => return instance_field(opcode, field, values, fact),
        }
        let own = field.resolved && {
            let world = self.context.world;
            world.supers(self.context.class).any(|c| world.classes[c].name == field.class)
        };
        fact.flags |= if own { 0 } else { PEI };
        Some(())
    }

    fn class_operand(
        &self,
        insn: &Instruction,
        index: usize,
        name: &str,
        values: &mut Values,
        fact: &mut Fact,
    ) -> Option<()> {
        match insn.opcode {
            op::NEW => {
                let value = Value { non_null: true, uninit: Uninit::New(index), ..Value::of(b'A') };
                let id = values.add(value);
                values.stack.push(id);
                fact.flags |= PEI;
            }
            op::ANEWARRAY => new_array(1, values, fact)?,
            op::MULTIANEWARRAY => {
                let paratrace_classfile::Operands::MultiArray { dimensions, .. } = insn.operands else { return None };
                new_array(usize::from(dimensions), values, fact)?;
            }
            op::CHECKCAST => {
                // The same object under another type: what is known of it stays, but another local's copy of it has the old type.
                fact.op = Op::Compute;
                fact.arg = 1;
                fact.flags |= PEI;
                let id = values.pop()?;
                let cast = values.add(values.values[id]);
                values.stack.push(cast);
            }
            op::INSTANCEOF => {
                fact.op = Op::Compute;
                fact.arg = 1;
                values.pop()?;
                values.push(b'I');
                let safe = name.starts_with("java/lang/") || self.context.world.find(name).is_some();
                fact.flags |= if safe { 0 } else { PEI };
            }
            _ => return None,
        }
        Some(())
    }

    fn simple(&self, insn: &Instruction, index: usize, values: &mut Values, fact: &mut Fact) -> Option<()> {
        let opcode = insn.opcode;
        if let Some(kind) = shape::constant(opcode) {
            push_constant(kind, insn.immediate().filter(|_| kind == b'I'), values, fact);
            let top = values.peek(0)?;
            values.values[top].constant = insn.immediate();
        } else if let Some(store) = shape::local_access(opcode) {
            let local = insn.local()?;
            fact.op = if store { Op::Store } else { Op::Load };
            fact.arg = u32::from(local);
            if store { values.store(local)? } else { values.load(local)? }
        } else if let Some((op, count, order)) = shape::shuffle(opcode, values) {
            fact.op = op;
            values.restack(count, order)?;
        } else if let Some((element, kind, store)) = shape::array_access(opcode) {
            array_step(element, kind, store, values, fact)?;
        } else if let Some((pops, kind)) = shape::compute(opcode) {
            compute_step(opcode, pops, kind, values, fact)?;
        } else if let Some(pops) = shape::drops(opcode) {
            fact.op = Op::Drop;
            fact.arg = u32::try_from(pops).ok()?;
            fact.flags |= if matches!(opcode, op::MONITORENTER | op::MONITOREXIT) { PEI } else { 0 };
            for _ in 0..pops {
                values.pop()?;
            }
        } else {
            self.rest(insn, index, values, fact)?;
        }
        Some(())
    }

    fn rest(&self, insn: &Instruction, index: usize, values: &mut Values, fact: &mut Fact) -> Option<()> {
        match insn.opcode {
            op::IINC => {
                let paratrace_classfile::Operands::Iinc { local, constant } = insn.operands else { return None };
                fact.op = Op::Iinc;
                fact.arg = u32::from(local) | u32::from(constant.cast_unsigned()) << 16;
                fact.flags |= if self.is_induction(index, local) { INDUCTION } else { 0 };
                let known = values.values[*values.locals.get(usize::from(local))?].known;
                let id = values.add(Value { known, ..Value::of(b'I') });
                values.set_local(local, id)?;
            }
            op::NEWARRAY => new_array(1, values, fact)?,
            op::ATHROW => {
                fact.op = Op::Throw;
                fact.flags |= PEI;
                values.pop()?;
            }
            op::RETURN => fact.op = Op::Return,
            op::IRETURN..=op::ARETURN => {
                fact.op = Op::ReturnValue;
                values.pop()?;
            }
            _ => return None,
        }
        Some(())
    }

    /// A loop's own counter: within the innermost loop around the `iinc`, nothing else writes the local.
    fn is_induction(&self, index: usize, local: u16) -> bool {
        let Some(innermost) = self.forest.innermost[self.cfg.block_of[index]] else { return false };
        let writes =
            |other: &Instruction| shape::local_access(other.opcode) == Some(true) && other.local() == Some(local);
        let inside = |i: usize| self.forest.within(self.forest.innermost[self.cfg.block_of[i]], innermost);
        !self.body.insns.iter().enumerate().any(|(i, other)| writes(other) && inside(i))
    }
}

/// A constant; the analyzer knows those of kind `int`.
fn push_constant(kind: u8, value: Option<i32>, values: &mut Values, fact: &mut Fact) {
    let id = values.push(kind);
    if let Some(value) = value {
        values.values[id].known = true;
        values.values[id].constant = Some(value);
        fact.op = Op::PushInt;
        fact.arg = value.cast_unsigned();
    }
}

fn compute_step(opcode: u8, pops: usize, kind: u8, values: &mut Values, fact: &mut Fact) -> Option<()> {
    fact.op = Op::Compute;
    fact.arg = u32::try_from(pops).ok()?;
    let top = values.peek(0)?;
    let may_throw = (shape::is_division(opcode) && values.values[top].constant.is_none_or(|divisor| divisor == 0))
        || (opcode == op::ARRAYLENGTH && !values.values[top].non_null);
    fact.flags |= if may_throw { PEI } else { 0 };
    if opcode == op::ARRAYLENGTH {
        values.values[top].non_null = true;
    }
    let mut known = shape::is_integer_arithmetic(opcode);
    for _ in 0..pops {
        let operand = values.pop()?;
        known &= values.values[operand].known;
    }
    let id = values.push(kind);
    values.values[id].known = known;
    Some(())
}
