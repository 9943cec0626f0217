//! What a method does with references, independent of who calls it: one walk over its code on abstract values.
//!
//! Each reference has a number (a node of the points-to analysis), made where the value comes into being. Where ways join,
//! every slot that holds a reference gets a number of its own, into which those of the ways flow. So one visit of each
//! block is enough: values are followed through locals and operand stack, but what is in them is left to the solver.

use std::sync::Arc;

use paratrace_classfile::descriptor::{MethodDescriptor, Type, parse_field};
use paratrace_classfile::{
    ClassFile, Constant, Instruction, Member, MemberRef, Operands as Immediates, VerificationType, opcodes as op,
    stack_effect,
};
use paratrace_traceformat::map::Untraced;

use super::order::{assigned, order};
use super::stack::{Stack, Value};
use crate::limits;
use crate::method::{Body, Cfg, LoopForest};

/// Number of a reference within the method; 0 is no reference.
pub(crate) type Ref = u32;

/// A reference that is null.
pub(crate) const NULL: Ref = 1;

/// Where a value was read, if it may be read again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Source {
    /// A local variable.
    Local(u16),
    /// A field of `this`: constant of the instruction.
    OwnField(u16),
    /// It is an `int` constant.
    Constant(i32),
    /// Anywhere else.
    Other,
}

/// What flows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// An object or array is created: class or array name. Arrays of arrays have all `dimensions`.
    New {
        to: Ref,
        class: String,
        dimensions: u8,
        at: usize,
    },
    /// Something that only the library knows, of this class: constants, caught exceptions.
    Foreign {
        to: Ref,
        class: String,
    },
    /// A reference is in another place as well.
    Copy {
        from: Ref,
        to: Ref,
    },
    /// A reference that has this class, else control does not come here.
    Cast {
        from: Ref,
        to: Ref,
        class: String,
    },
    /// A reference is read from or written to a field.
    Load {
        base: Option<Ref>,
        field: FieldName,
        to: Ref,
    },
    Store {
        base: Option<Ref>,
        field: FieldName,
        from: Ref,
    },
    /// A reference is read from or written to an array.
    LoadElement {
        base: Ref,
        to: Ref,
    },
    StoreElement {
        base: Ref,
        from: Ref,
    },
    /// A call; the receiver is the first argument, primitive arguments are 0.
    Call(Arc<Call>),
    Return(Ref),
    Throw(Ref),
}

/// A field as an instruction names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct FieldName {
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) desc: String,
}

/// A call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) at: usize,
    pub(crate) opcode: u8,
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) desc: String,
    pub(crate) args: Vec<Ref>,
    pub(crate) result: Ref,
    /// The class of the caller.
    pub(crate) named_in: String,
    /// Bodies of the lambda that an `invokedynamic` makes, and whether it is one.
    pub(crate) bodies: Vec<MethodName>,
    pub(crate) is_lambda: bool,
}

/// A method as a constant names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct MethodName {
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) desc: String,
}

/// An index: a value, and what is added to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Index {
    pub(crate) value: u32,
    pub(crate) offset: i32,
}

/// What is accessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Static(FieldName),
    /// With the value (see [`Value::id`]) and reference of the object.
    Field(FieldName, u32, Ref),
    /// Of an array: the reference, where it was read, the index.
    Element(Ref, Source, Index),
}

/// An access to data by an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) at: usize,
    pub(crate) write: bool,
    /// A reference is read or written, not a primitive value.
    pub(crate) of_reference: bool,
    pub(crate) place: Place,
}

/// Everything about one method.
#[derive(Debug)]
pub(crate) struct Flow {
    pub(crate) body: Body,
    pub(crate) cfg: Cfg,
    pub(crate) loops: LoopForest,
    /// Of each block of a loop the value of each local at its beginning.
    pub(crate) locals: Vec<Vec<Index>>,
    pub(crate) events: Vec<Event>,
    pub(crate) accesses: Vec<Access>,
    /// References of the parameters, `this` first; 0 for primitive ones.
    pub(crate) parameters: Vec<Ref>,
    /// One more than the greatest number of a reference.
    pub(crate) references: u32,
}

/// Walks a method.
pub(crate) fn flow(class: &ClassFile<'_>, method: &Member<'_>) -> Result<Flow, Untraced> {
    let body = Body::decode(class, method)?;
    let cfg = Cfg::build(&body)?;
    bounded(&body, &cfg)?;
    let loops = LoopForest::build(&cfg);
    let locals = vec![Vec::new(); cfg.blocks.len()];
    let (events, accesses, parameters) = Default::default();
    let mut walker = Walker {
        class,
        flow: Flow { body, cfg, loops, locals, events, accesses, parameters, references: 2 },
        next_value: 0,
        states: Vec::new(),
        has_this: false,
    };
    walker.walk(method).ok_or(Untraced::Malformed)?;
    Ok(walker.flow)
}

/// Every block knows all locals, and hands them to its handlers: so many values must be kept, and so many looked at.
fn bounded(body: &Body, cfg: &Cfg) -> Result<(), Untraced> {
    let (blocks, locals) = (cfg.blocks.len(), usize::from(body.max_locals));
    let bytes = body.insns.last().map_or(0, |last| last.end() as usize);
    let handlers: usize = (0..blocks).map(|block| cfg.all_handlers(block).len()).sum();
    let bounded = blocks.saturating_mul(locals) <= limits::MAX_BLOCK_VALUES
        && handlers.saturating_mul(locals) <= limits::MAX_BLOCK_VALUES + limits::WORK_PER_BYTE * bytes;
    if bounded { Ok(()) } else { Err(Untraced::TooComplex) }
}

struct Walker<'c> {
    class: &'c ClassFile<'c>,
    flow: Flow,
    next_value: u32,
    /// What each block starts with, once a way into it is known.
    states: Vec<Option<Stack>>,
    /// Local 0 is `this` all the time.
    has_this: bool,
}

impl<'c> Walker<'c> {
    fn walk(&mut self, method: &Member<'c>) -> Option<()> {
        let blocks = self.flow.cfg.blocks.len();
        let mut ways = vec![0u32; blocks];
        ways[0] = 1;
        let mut comes_from = vec![Vec::new(); blocks];
        for block in 0..blocks {
            let cfg = &self.flow.cfg;
            cfg.next(block).iter().chain(cfg.all_handlers(block)).for_each(|&to| ways[to] += 1);
            cfg.successors_of(block).for_each(|to| comes_from[to].push(block));
        }
        self.states = vec![None; blocks];
        let entry = self.entry(method)?;
        self.arrive(0, &entry, ways[0] > 1);
        let mut seen = vec![false; blocks];
        for block in order(&self.flow.cfg) {
            self.settle(block, comes_from[block].iter().all(|&from| seen[from]))?;
            seen[block] = true;
            let mut state = self.states[block].clone()?;
            if self.flow.loops.innermost[block].is_some() {
                let index = |value: &Value| Index { value: value.id, offset: value.offset };
                self.flow.locals[block] = state.locals.iter().map(index).collect();
            }
            self.block(block, &mut state)?;
            for index in 0..self.flow.cfg.next(block).len() {
                let to = self.flow.cfg.next(block)[index];
                self.arrive(to, &state, ways[to] > 1);
            }
        }
        Some(())
    }

    /// Ways into a block that are still to come may bring other values: loops those that they assign, others any.
    fn settle(&mut self, block: usize, all_came: bool) -> Option<()> {
        if all_came {
            return Some(());
        }
        let flow = &self.flow;
        let header = flow.loops.innermost[block]
            .filter(|&index| flow.loops.loops[index].header == block && flow.loops.loops[index].reducible);
        let assigned = header.map(|index| assigned(flow, index));
        let mut state = self.states[block].take()?;
        let stays = |local: usize| assigned.as_ref().is_some_and(|all| !all.contains(&local));
        for (local, value) in state.locals.iter_mut().enumerate() {
            if !value.is_pad() && !stays(local) {
                (value.id, value.offset) = (self.value(), 0);
            }
        }
        for value in state.stack.iter_mut().filter(|value| !value.is_pad()) {
            (value.id, value.offset) = (self.value(), 0);
        }
        self.states[block] = Some(state);
        Some(())
    }

    fn entry(&mut self, method: &Member<'c>) -> Option<Stack> {
        const ACC_STATIC: u16 = 0x0008;
        let pool = &self.class.constant_pool;
        let desc = method.descriptor(pool).ok()?;
        let mut locals = Vec::new();
        if method.access_flags & ACC_STATIC == 0 {
            locals.push(self.reference());
            let writes =
                |insn: &Instruction| (op::ISTORE..=op::ASTORE_3).contains(&insn.opcode) && insn.local() == Some(0);
            self.has_this = !self.flow.body.insns.iter().any(writes);
        }
        let parsed = MethodDescriptor::parse(&*desc).ok()?;
        for parameter in &parsed.parameters {
            let value = self.of_type(parameter);
            locals.push(value);
            if parameter.slots() == 2 {
                locals.push(Value::PAD);
            }
        }
        self.flow.parameters = locals.iter().filter(|value| !value.is_pad()).map(|value| value.reference).collect();
        locals.resize(usize::from(self.flow.body.max_locals).max(locals.len()), Value::default());
        Some(Stack { locals, stack: Vec::new() })
    }

    /// A way into a block: values flow into those of the block.
    fn arrive(&mut self, block: usize, from: &Stack, joins: bool) {
        if let Some(mut known) = self.states[block].take() {
            for (to, from) in known.values_mut().zip(from.values()) {
                self.copy(from.reference, to.reference);
                if (to.id, to.offset) != (from.id, from.offset) && !to.is_pad() {
                    (to.id, to.offset) = (self.value(), 0);
                }
            }
            self.states[block] = Some(known);
            return;
        }
        let mut state = from.clone();
        for value in state.values_mut() {
            value.source = Source::Other;
            if joins && value.reference != 0 {
                let from = value.reference;
                value.reference = self.new_reference();
                self.copy(from, value.reference);
            }
        }
        self.states[block] = Some(state);
    }

    fn block(&mut self, block: usize, state: &mut Stack) -> Option<()> {
        let (first, end) = (self.flow.cfg.blocks[block].first, self.flow.cfg.blocks[block].end);
        let handlers = self.flow.cfg.all_handlers(block).to_vec();
        for &handler in &handlers {
            self.arrive_at_handler(handler, state);
        }
        for at in first..end {
            let insn = self.flow.body.insns[at].clone();
            self.step(at, &insn, state)?;
            let stores = matches!(insn.opcode, op::ASTORE | op::ASTORE_0..=op::ASTORE_3);
            for &handler in handlers.iter().filter(|_| stores) {
                self.arrive_at_handler(handler, state);
            }
        }
        Some(())
    }

    /// A handler finds the locals, and an exception of which nothing is known.
    fn arrive_at_handler(&mut self, handler: usize, state: &Stack) {
        let mut found = Stack { locals: state.locals.clone(), stack: Vec::new() };
        for value in found.locals.iter_mut().filter(|value| !value.is_pad()) {
            (value.id, value.offset) = (self.value(), 0);
        }
        if self.states[handler].is_none() {
            let exception = self.reference();
            let class = "java/lang/Throwable".to_owned();
            self.flow.events.push(Event::Foreign { to: exception.reference, class });
            found.stack.push(exception);
        } else {
            found.stack.push(Value::default());
        }
        self.arrive(handler, &found, true);
    }

    fn step(&mut self, at: usize, insn: &Instruction, state: &mut Stack) -> Option<()> {
        let opcode = insn.opcode;
        match opcode {
            op::ACONST_NULL => {
                let id = self.value();
                state.push(Value { id, reference: NULL, ..Value::default() });
            }
            op::ALOAD | op::ALOAD_0..=op::ALOAD_3 => {
                let local = insn.local()?;
                let value = *state.locals.get(usize::from(local))?;
                state.push(Value { source: Source::Local(local), ..value });
            }
            op::ILOAD..=op::ALOAD_3 => {
                let local = insn.local()?;
                let value = *state.locals.get(usize::from(local))?;
                state.push(Value { source: Source::Local(local), ..value });
                if is_wide_access(opcode) {
                    state.push(Value::PAD);
                }
            }
            op::ISTORE..=op::ASTORE_3 => state.store(insn.local()?, is_wide_access(opcode))?,
            op::IINC => {
                let Immediates::Iinc { local, constant } = insn.operands else { return None };
                let value = state.locals.get_mut(usize::from(local))?;
                value.offset = value.offset.wrapping_add(i32::from(constant));
            }
            op::ICONST_M1..=op::ICONST_5 | op::BIPUSH | op::SIPUSH => {
                let (id, source) = (self.value(), Source::Constant(insn.immediate()?));
                state.push(Value { id, source, ..Value::default() });
            }
            op::IADD | op::ISUB => self.sum(opcode, state)?,
            op::POP..=op::SWAP => state.shuffle(opcode)?,
            op::AALOAD..=op::SALOAD | op::IALOAD..=op::DALOAD => self.load_element(at, opcode, state)?,
            op::IASTORE..=op::SASTORE => self.store_element(at, opcode, state)?,
            op::ARETURN => {
                let from = state.pop()?.reference;
                self.flow.events.push(Event::Return(from));
            }
            op::IRETURN | op::FRETURN => drop(state.pop()?),
            op::LRETURN | op::DRETURN => state.drop(2)?,
            op::RETURN | op::GOTO | op::GOTO_W | op::NOP => {}
            op::ATHROW => {
                let from = state.pop()?.reference;
                self.flow.events.push(Event::Throw(from));
            }
            op::TABLESWITCH | op::LOOKUPSWITCH => state.drop(1)?,
            op::NEWARRAY => {
                state.drop(1)?;
                self.created(at, primitive_array(insn)?.to_owned(), 1, state);
            }
            _ => match insn.constant() {
                Some(index) => self.with_constant(at, insn, index, state)?,
                None => self.plain(opcode, state)?,
            },
        }
        Some(())
    }

    /// A value and a constant.
    fn sum(&mut self, opcode: u8, state: &mut Stack) -> Option<()> {
        let (right, left) = (state.pop()?, state.pop()?);
        let moved = |value: Value, by: Option<i32>| {
            Some(Value { offset: value.offset.wrapping_add(by?), source: Source::Other, ..value })
        };
        let sum = match (opcode, left.source, right.source) {
            (op::IADD, _, Source::Constant(by)) => moved(left, Some(by)),
            (op::ISUB, _, Source::Constant(by)) => moved(left, by.checked_neg()),
            (op::IADD, Source::Constant(by), _) => moved(right, Some(by)),
            _ => None,
        };
        let id = self.value();
        state.push(sum.unwrap_or(Value { id, ..Value::default() }));
        Some(())
    }

    /// An instruction of which the opcode tells everything.
    fn plain(&mut self, opcode: u8, state: &mut Stack) -> Option<()> {
        let (pops, pushed) = stack_effect(opcode)?;
        state.drop(pops)?;
        if let Some(kind) = pushed {
            let id = self.value();
            state.push(Value { id, ..Value::default() });
            if matches!(kind, VerificationType::Long | VerificationType::Double) {
                state.push(Value::PAD);
            }
        }
        Some(())
    }

    fn with_constant(&mut self, at: usize, insn: &Instruction, index: u16, state: &mut Stack) -> Option<()> {
        let pool = &self.class.constant_pool;
        match insn.opcode {
            op::GETSTATIC..=op::PUTFIELD => {
                let field = pool.member_ref(index).ok()?;
                self.field(at, insn.opcode, index, &field, state)?;
            }
            op::INVOKEVIRTUAL..=op::INVOKEINTERFACE => {
                let target = pool.member_ref(index).ok()?;
                self.call(at, insn.opcode, &target, Vec::new(), false, state)?;
            }
            op::INVOKEDYNAMIC => self.dynamic(at, index, state)?,
            op::LDC | op::LDC_W | op::LDC2_W => self.constant(index, state)?,
            op::NEW => {
                let class = pool.class_name(index).ok()?.into_owned();
                self.created(at, class, 0, state);
            }
            op::ANEWARRAY => {
                let element = pool.class_name(index).ok()?;
                let class = if element.starts_with('[') { format!("[{element}") } else { format!("[L{element};") };
                state.drop(1)?;
                self.created(at, class, 1, state);
            }
            op::MULTIANEWARRAY => {
                let Immediates::MultiArray { dimensions, .. } = insn.operands else { return None };
                let class = pool.class_name(index).ok()?.into_owned();
                state.drop(usize::from(dimensions))?;
                self.created(at, class, dimensions, state);
            }
            op::CHECKCAST => {
                let class = pool.class_name(index).ok()?.into_owned();
                let value = state.pop()?;
                let to = self.new_reference();
                self.flow.events.push(Event::Cast { from: value.reference, to, class });
                state.push(Value { reference: to, ..value });
            }
            op::INSTANCEOF => self.plain(insn.opcode, state)?,
            _ => return None,
        }
        Some(())
    }

    fn field(&mut self, at: usize, opcode: u8, index: u16, field: &MemberRef<'c>, state: &mut Stack) -> Option<()> {
        let kind = parse_field(&*field.descriptor).ok()?;
        let name = FieldName {
            class: field.class.to_string(),
            name: field.name.to_string(),
            desc: field.descriptor.to_string(),
        };
        let write = matches!(opcode, op::PUTSTATIC | op::PUTFIELD);
        let mut stored = Value::default();
        if write {
            stored = state.peek(usize::from(kind.slots()) - 1)?;
            state.drop(usize::from(kind.slots()))?;
        }
        let base = if matches!(opcode, op::GETFIELD | op::PUTFIELD) { Some(state.pop()?) } else { None };
        let place = match base {
            Some(base) => Place::Field(name.clone(), base.id, base.reference),
            None => Place::Static(name.clone()),
        };
        let of_reference = kind.is_reference();
        self.flow.accesses.push(Access { at, write, of_reference, place });
        let object = base.map(|base| base.reference);
        if write {
            if of_reference {
                self.flow.events.push(Event::Store { base: object, field: name, from: stored.reference });
            }
            return Some(());
        }
        let mut value = self.of_type(&kind);
        if of_reference {
            self.flow.events.push(Event::Load { base: object, field: name, to: value.reference });
            let own = self.has_this && base.is_some_and(|base| base.source == Source::Local(0));
            value.source = if own { Source::OwnField(index) } else { Source::Other };
        }
        state.push(value);
        if kind.slots() == 2 {
            state.push(Value::PAD);
        }
        Some(())
    }

    fn load_element(&mut self, at: usize, opcode: u8, state: &mut Stack) -> Option<()> {
        let (index, array) = (state.pop()?, state.pop()?);
        let of_reference = opcode == op::AALOAD;
        let place = Place::Element(array.reference, array.source, Index { value: index.id, offset: index.offset });
        self.flow.accesses.push(Access { at, write: false, of_reference, place });
        let id = self.value();
        let mut value = Value { id, ..Value::default() };
        if of_reference {
            value.reference = self.new_reference();
            self.flow.events.push(Event::LoadElement { base: array.reference, to: value.reference });
        }
        state.push(value);
        if matches!(opcode, op::LALOAD | op::DALOAD) {
            state.push(Value::PAD);
        }
        Some(())
    }

    fn store_element(&mut self, at: usize, opcode: u8, state: &mut Stack) -> Option<()> {
        if matches!(opcode, op::LASTORE | op::DASTORE) {
            state.drop(1)?;
        }
        let (value, index, array) = (state.pop()?, state.pop()?, state.pop()?);
        let of_reference = opcode == op::AASTORE;
        let place = Place::Element(array.reference, array.source, Index { value: index.id, offset: index.offset });
        self.flow.accesses.push(Access { at, write: true, of_reference, place });
        if of_reference {
            self.flow.events.push(Event::StoreElement { base: array.reference, from: value.reference });
        }
        Some(())
    }

    fn constant(&mut self, index: u16, state: &mut Stack) -> Option<()> {
        let pool = &self.class.constant_pool;
        let (class, slots) = match pool.get(index).ok()? {
            Constant::Integer(_) | Constant::Float(_) => (None, 1),
            Constant::Long(_) | Constant::Double(_) => (None, 2),
            Constant::String(_) => (Some("java/lang/String".to_owned()), 1),
            Constant::Dynamic { name_and_type, .. } => {
                let (_, desc) = pool.name_and_type(name_and_type).ok()?;
                let kind = parse_field(&*desc).ok()?;
                (name_of(&kind), kind.slots())
            }
            _ => (Some("java/lang/Object".to_owned()), 1),
        };
        let id = self.value();
        let mut value = Value { id, ..Value::default() };
        if let Some(class) = class {
            value.reference = self.new_reference();
            self.flow.events.push(Event::Foreign { to: value.reference, class });
        }
        state.push(value);
        if slots == 2 {
            state.push(Value::PAD);
        }
        Some(())
    }

    fn created(&mut self, at: usize, class: String, dimensions: u8, state: &mut Stack) {
        let value = self.reference();
        self.flow.events.push(Event::New { to: value.reference, class, dimensions, at });
        state.push(value);
    }

    fn dynamic(&mut self, at: usize, index: u16, state: &mut Stack) -> Option<()> {
        let pool = &self.class.constant_pool;
        let Constant::InvokeDynamic { bootstrap, name_and_type } = pool.get(index).ok()? else { return None };
        let (name, descriptor) = pool.name_and_type(name_and_type).ok()?;
        let kind = paratrace_classfile::MemberKind::Method;
        let target = MemberRef { kind, class: "".into(), name, descriptor, is_interface: false };
        let (bodies, is_lambda) = lambda_bodies(self.class, bootstrap);
        self.call(at, op::INVOKEDYNAMIC, &target, bodies, is_lambda, state)
    }

    fn call(
        &mut self,
        at: usize,
        opcode: u8,
        target: &MemberRef<'c>,
        bodies: Vec<MethodName>,
        is_lambda: bool,
        state: &mut Stack,
    ) -> Option<()> {
        let parsed = MethodDescriptor::parse(&*target.descriptor).ok()?;
        let mut args = Vec::with_capacity(parsed.parameters.len() + 1);
        for parameter in parsed.parameters.iter().rev() {
            if parameter.slots() == 2 {
                state.drop(1)?;
            }
            args.push(state.pop()?.reference);
        }
        if !matches!(opcode, op::INVOKESTATIC | op::INVOKEDYNAMIC) {
            args.push(state.pop()?.reference);
        }
        args.reverse();
        let mut result = 0;
        if let Some(kind) = &parsed.return_type {
            let value = self.of_type(kind);
            result = value.reference;
            state.push(value);
            if kind.slots() == 2 {
                state.push(Value::PAD);
            }
        }
        self.flow.events.push(Event::Call(Arc::new(Call {
            at,
            opcode,
            class: target.class.to_string(),
            name: target.name.to_string(),
            desc: target.descriptor.to_string(),
            args,
            result,
            named_in: self.class.name().ok()?.into_owned(),
            bodies,
            is_lambda,
        })));
        Some(())
    }

    fn copy(&mut self, from: Ref, to: Ref) {
        if from > NULL && to != 0 && from != to {
            self.flow.events.push(Event::Copy { from, to });
        }
    }

    fn value(&mut self) -> u32 {
        self.next_value += 1;
        self.next_value
    }

    fn new_reference(&mut self) -> Ref {
        self.flow.references += 1;
        self.flow.references - 1
    }

    fn reference(&mut self) -> Value {
        Value { id: self.value(), reference: self.new_reference(), ..Value::default() }
    }

    fn of_type(&mut self, kind: &Type<'_>) -> Value {
        if kind.is_reference() { self.reference() } else { Value { id: self.value(), ..Value::default() } }
    }
}

fn is_wide_access(opcode: u8) -> bool {
    matches!(opcode, op::LLOAD | op::DLOAD | op::LSTORE | op::DSTORE)
        || matches!(opcode, op::LLOAD_0..=op::LLOAD_3 | op::DLOAD_0..=op::DLOAD_3)
        || matches!(opcode, op::LSTORE_0..=op::LSTORE_3 | op::DSTORE_0..=op::DSTORE_3)
}

/// Class or array name of a type; `None` for primitive ones.
pub(crate) fn name_of(kind: &Type<'_>) -> Option<String> {
    kind.internal_name().map(|name| String::from_utf8_lossy(name).into_owned())
}

/// JVMS table 6.5.newarray-A.
fn primitive_array(insn: &Instruction) -> Option<&'static str> {
    let Immediates::ArrayType(kind) = insn.operands else { return None };
    ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"].get(usize::from(kind).checked_sub(4)?).copied()
}

/// Methods behind the handles that a bootstrap method is given, and whether it makes lambdas.
pub(crate) fn lambda_bodies(class: &ClassFile<'_>, bootstrap: u16) -> (Vec<MethodName>, bool) {
    let pool = &class.constant_pool;
    let target = |handle: u16| match pool.get(handle) {
        Ok(Constant::MethodHandle { reference, .. }) => {
            let target = pool.member_ref(reference).ok()?;
            Some(MethodName {
                class: target.class.into_owned(),
                name: target.name.into_owned(),
                desc: target.descriptor.into_owned(),
            })
        }
        _ => None,
    };
    let Some(row) = class.bootstrap_methods().nth(usize::from(bootstrap)) else { return (Vec::new(), false) };
    let factory = target(row.method).is_some_and(|method| method.class == "java/lang/invoke/LambdaMetafactory");
    (row.arguments().filter_map(target).collect(), factory)
}
