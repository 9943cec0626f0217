//! Encodes probe code: instructions without branches, with constant-pool indices.

use std::collections::BTreeSet;

use paratrace_classfile::{PoolBuilder, Result, VerificationType, opcodes as op};
use rustc_hash::FxHashMap;

use crate::accessors::{FIRST_BYTE_OFFSET, FIRST_OFFSET, Memory};
use crate::method::{CastType, Kind, Operands, Probe, Step};

/// Runtime classes.
pub(crate) const PROBE_CLASS: &str = "paratrace/rt/Probe";
/// The buffer of a thread.
pub(crate) const BUFFER_CLASS: &str = "paratrace/rt/Buffer";
/// The class that knows which members tracing adds.
pub(crate) const MEMBERS_CLASS: &str = "paratrace/rt/Members";
/// The type that inserted handlers catch.
pub(crate) const THROWABLE: &str = "java/lang/Throwable";
/// Name of the field that holds the number of an object.
pub(crate) const NUMBER_FIELD: &str = "$paratrace$number";
/// Name of the method that returns the number of an object.
pub(crate) const NUMBER_METHOD: &str = "$paratrace$number";
/// Name of the method that clears the number of a copied object.
pub(crate) const FRESH_METHOD: &str = "$paratrace$fresh";

/// Constants of path numbers leave so many slots of the pool to references, of which there are few. Classes with tens of
/// thousands of calls would fill it otherwise.
const RESERVED_CONSTANTS: u16 = 4096;

/// Bytes that are rarely inserted at one place.
const LONG_CODE: usize = 64;

/// Largest increment of a three-byte `iinc`.
const MAX_SHORT_INCREMENT: u32 = 127;

/// Locals that the inserted code of a method uses.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Locals {
    pub(crate) buffer: u16,
    pub(crate) path: u16,
    /// The object's number in constructors that need it early.
    pub(crate) number: Option<u16>,
    /// First scratch slot.
    pub(crate) scratch: u16,
}

/// Constants of the runtime and of synthetic members that a class has by now.
#[derive(Debug, Default)]
pub(crate) struct Constants {
    /// Methods of the runtime by name, which is different for each of them.
    calls: FxHashMap<&'static str, u16>,
    /// Classes by name.
    classes: FxHashMap<&'static str, u16>,
    /// Methods that number the objects of a class, by the constant of the class.
    numbers: FxHashMap<u16, u16>,
    /// Classes by which the class knows the objects whose numbers it records.
    pub(crate) numbered: BTreeSet<String>,
}

/// The class that the code is part of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Owner<'n> {
    pub(crate) name: &'n str,
    pub(crate) is_interface: bool,
}

impl Owner<'_> {
    /// A static method of it.
    pub(crate) fn method_ref(self, pool: &mut PoolBuilder<'_>, name: &str, desc: &str) -> Result<u16> {
        if self.is_interface {
            pool.interface_method_ref(self.name, name, desc)
        } else {
            pool.method_ref(self.name, name, desc)
        }
    }
}

/// Where on the operand stack the size of a new thread's stack is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum StackSize {
    OnTop,
    /// Below a value of one slot.
    BelowOne,
}

/// Code under construction.
pub(crate) struct Emitter<'e, 'a, 'c> {
    pub(crate) pool: &'e mut PoolBuilder<'a>,
    pub(crate) operands: &'e Operands<'c>,
    constants: &'e mut Constants,
    pub(crate) locals: Locals,
    pub(crate) code: Vec<u8>,
}

impl<'e, 'a, 'c> Emitter<'e, 'a, 'c> {
    pub(crate) fn new(pool: &'e mut PoolBuilder<'a>, operands: &'e Operands<'c>, constants: &'e mut Constants) -> Self {
        Emitter { pool, operands, constants, locals: Locals::default(), code: Vec::with_capacity(LONG_CODE) }
    }

    /// Takes the code so far.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.code)
    }

    /// Passes on the code so far, if there is any, and begins anew.
    pub(crate) fn hand_over(&mut self, insert: impl FnOnce(&[u8])) {
        if !self.code.is_empty() {
            insert(&self.code);
            self.code.clear();
        }
    }

    /// Makes the stack of a new thread larger, as frames of traced methods are.
    pub(crate) fn enlarge_stack(&mut self, size: StackSize) -> Result<()> {
        let (before, after): (&[u8], &[u8]) = match size {
            StackSize::OnTop => (&[], &[]),
            StackSize::BelowOne => (&[op::DUP_X2, op::POP], &[op::DUP2_X1, op::POP2]),
        };
        self.code.extend(before);
        self.call_probe("stackSize", "(J)J")?;
        self.code.extend(after);
        Ok(())
    }

    pub(crate) fn op(&mut self, opcode: u8) {
        self.code.push(opcode);
    }

    fn op_u2(&mut self, opcode: u8, operand: u16) {
        self.code.push(opcode);
        self.code.extend(operand.to_be_bytes());
    }

    /// A load or store in its shortest form.
    fn local(&mut self, opcode: u8, short: u8, local: u16) {
        match u8::try_from(local) {
            Ok(small @ 0..=3) => self.code.push(short + small),
            Ok(local) => self.code.extend([opcode, local]),
            Err(_) => {
                self.code.push(op::WIDE);
                self.op_u2(opcode, local);
            }
        }
    }

    pub(crate) fn load(&mut self, kind: Kind, local: u16) {
        let index = kind_index(kind);
        self.local(op::ILOAD + index, op::ILOAD_0 + 4 * index, local);
    }

    pub(crate) fn store(&mut self, kind: Kind, local: u16) {
        let index = kind_index(kind);
        self.local(op::ISTORE + index, op::ISTORE_0 + 4 * index, local);
    }

    /// Pushes an int constant in its shortest form.
    pub(crate) fn push_int(&mut self, value: i32) -> Result<()> {
        if let Ok(small @ -1..=5) = i8::try_from(value) {
            self.code.push(op::ICONST_0.wrapping_add_signed(small));
        } else if let Ok(byte) = i8::try_from(value) {
            self.code.extend([op::BIPUSH, byte.cast_unsigned()]);
        } else if let Ok(short) = i16::try_from(value) {
            self.op_u2(op::SIPUSH, short.cast_unsigned());
        } else {
            self.push_large(value)?;
        }
        Ok(())
    }

    fn push_large(&mut self, value: i32) -> Result<()> {
        if self.pool.room() <= RESERVED_CONSTANTS {
            self.push_halves(value);
            return Ok(());
        }
        let index = self.pool.integer(value)?;
        self.constant(index);
        Ok(())
    }

    fn constant(&mut self, index: u16) {
        match u8::try_from(index) {
            Ok(index) => self.code.extend([op::LDC, index]),
            Err(_) => self.op_u2(op::LDC_W, index),
        }
    }

    /// Pushes the class that is rewritten, by the constant with which its file names it: a hidden class has no other.
    pub(crate) fn own_class(&mut self) {
        self.constant(self.operands.class.this_class);
    }

    /// `(high << 16) + low`, with a signed `low`.
    fn push_halves(&mut self, value: i32) {
        let [.., third, last] = value.to_be_bytes();
        let low = i16::from_be_bytes([third, last]);
        let [first, second, ..] = value.wrapping_sub(i32::from(low)).to_be_bytes();
        self.code.extend([op::SIPUSH, first, second, op::BIPUSH, 16, op::ISHL]);
        self.op_u2(op::SIPUSH, low.cast_unsigned());
        self.op(op::IADD);
    }

    /// `path += by`
    pub(crate) fn increment_path(&mut self, by: u32) {
        let local = self.locals.path;
        match (u8::try_from(local), i8::try_from(by)) {
            (Ok(local), Ok(by)) => self.code.extend([op::IINC, local, by.cast_unsigned()]),
            _ => {
                self.code.push(op::WIDE);
                self.op_u2(op::IINC, local);
                self.code.extend(u16::try_from(by).unwrap_or(u16::MAX).to_be_bytes());
            }
        }
    }

    /// Sets the path number.
    pub(crate) fn set_path(&mut self, id: u32) -> Result<()> {
        self.push_int(id.cast_signed())?;
        self.store(b'I', self.locals.path);
        Ok(())
    }

    /// Sets the path number where it is known to be `now`: without a constant of its own if they are close.
    pub(crate) fn move_path(&mut self, now: u32, id: u32) -> Result<()> {
        match id.checked_sub(now) {
            Some(0) => Ok(()),
            Some(by) if by <= MAX_SHORT_INCREMENT => {
                self.increment_path(by);
                Ok(())
            }
            _ => self.set_path(id),
        }
    }

    /// Writes the path number to the trace.
    pub(crate) fn end_path(&mut self) -> Result<()> {
        self.end_path_by("path")
    }

    /// The same before a call of a traced method.
    pub(crate) fn end_path_with_call(&mut self) -> Result<()> {
        self.end_path_by("call")
    }

    fn end_path_by(&mut self, probe: &'static str) -> Result<()> {
        self.load(b'A', self.locals.buffer);
        self.load(b'I', self.locals.path);
        self.call_probe(probe, "(Lparatrace/rt/Buffer;I)V")
    }

    /// The same behind an exception, which stays on the stack.
    pub(crate) fn end_path_thrown(&mut self) -> Result<()> {
        self.op(op::DUP);
        self.load(b'A', self.locals.buffer);
        self.load(b'I', self.locals.path);
        self.call_probe("thrown", "(Ljava/lang/Object;Lparatrace/rt/Buffer;I)V")
    }

    pub(crate) fn call_probe(&mut self, name: &'static str, desc: &str) -> Result<()> {
        let method = match self.constants.calls.get(name) {
            Some(&known) => known,
            None => {
                let new = self.pool.method_ref(PROBE_CLASS, name, desc)?;
                self.constants.calls.insert(name, new);
                new
            }
        };
        self.op_u2(op::INVOKESTATIC, method);
        Ok(())
    }

    /// Calls a method of the runtime that takes the thread's buffer alone.
    pub(crate) fn tell(&mut self, name: &'static str) -> Result<()> {
        self.load(b'A', self.locals.buffer);
        self.call_probe(name, "(Lparatrace/rt/Buffer;)V")
    }

    /// The type of a class that all methods use.
    pub(crate) fn class(&mut self, name: &'static str) -> Result<VerificationType> {
        let index = match self.constants.classes.get(name) {
            Some(&known) => known,
            None => {
                let new = self.pool.class(name)?;
                self.constants.classes.insert(name, new);
                new
            }
        };
        Ok(VerificationType::Object(index))
    }

    /// The type of a class or array, by its internal name; none where the pool has hardly room for it.
    pub(crate) fn frame_type(&mut self, name: &[u8]) -> Result<VerificationType> {
        if self.pool.room() <= RESERVED_CONSTANTS {
            return Ok(VerificationType::Top);
        }
        Ok(VerificationType::Object(self.pool.class_bytes(name)?))
    }

    fn number_method(&mut self, constant: u16) -> Result<u16> {
        if let Some(&known) = self.constants.numbers.get(&constant) {
            return Ok(known);
        }
        let class = self.operands.class.constant_pool.class_name(constant)?;
        let owner = owner(self.operands);
        let method = owner.method_ref(self.pool, NUMBER_METHOD, &number_descriptor(owner, &class))?;
        self.constants.numbers.insert(constant, method);
        self.constants.numbered.insert(class.into_owned());
        Ok(method)
    }

    fn own_members(&mut self, name: &str, desc: &str) -> Result<()> {
        let method = self.pool.method_ref(MEMBERS_CLASS, name, desc)?;
        self.op_u2(op::INVOKESTATIC, method);
        Ok(())
    }

    pub(crate) fn put_number(&mut self, class: &str) -> Result<()> {
        let field = self.pool.field_ref(class, NUMBER_FIELD, "I")?;
        self.op_u2(op::PUTFIELD, field);
        Ok(())
    }

    /// Pushes what a probe of accesses to memory has to know: where the first element of an array lies, and how many bytes a value takes.
    fn layout(&mut self, probe: Probe) -> Result<()> {
        match probe {
            Probe::Memory => {
                self.first_offset(FIRST_OFFSET)?;
                let Some(Memory { class, .. }) = self.operands.world.memory.as_ref() else { return Ok(()) };
                let size = self.pool.field_ref(class, "ARRAY_OBJECT_INDEX_SCALE", "I")?;
                self.op_u2(op::GETSTATIC, size);
                Ok(())
            }
            Probe::Bytes(width) => {
                self.first_offset(FIRST_BYTE_OFFSET)?;
                self.push_int(i32::from(width))
            }
            Probe::View(width) => self.push_int(i32::from(width)),
            Probe::Region => {
                let Some(Memory { class, .. }) = self.operands.world.memory.as_ref() else { return Ok(()) };
                let memory = self.pool.method_ref(class, "getUnsafe", &format!("()L{class};"))?;
                self.op_u2(op::INVOKESTATIC, memory);
                self.first_offset(FIRST_BYTE_OFFSET)
            }
            _ => Ok(()),
        }
    }

    fn first_offset(&mut self, constant: &str) -> Result<()> {
        let Some(Memory { class, offset: first }) = self.operands.world.memory.as_ref() else { return Ok(()) };
        let field = self.pool.field_ref(class, constant, first)?;
        self.op_u2(op::GETSTATIC, field);
        if first == "I" {
            self.op(op::I2L);
        }
        Ok(())
    }

    /// Constant of a type.
    fn cast_class(&mut self, cast: CastType) -> Result<u16> {
        let constant = match cast {
            CastType::Is(constant) => return Ok(constant),
            CastType::Named(name) => return self.pool.class(name),
            CastType::Of(element) => return self.pool.class(&format!("[{}", char::from(element))),
            CastType::OfClass(constant) => constant,
        };
        let element = self.operands.class.constant_pool.class_name_bytes(constant)?;
        let name = match element {
            [b'[', ..] => [b"[", element].concat(),
            _ => [b"[L", element, b";"].concat(),
        };
        self.pool.class_bytes(&name)
    }

    /// Encodes steps.
    #[inline]
    pub(crate) fn steps(&mut self, steps: &[Step]) -> Result<()> {
        for step in steps {
            self.step(step)?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<()> {
        match step {
            Step::Plain(opcode) => self.op(*opcode),
            Step::Load(kind, local) => self.load(*kind, *local),
            Step::StoreScratch(kind, place) => self.store(*kind, self.locals.scratch + place),
            Step::LoadScratch(kind, place) => self.load(*kind, self.locals.scratch + place),
            Step::Probe(probe) => {
                self.layout(*probe)?;
                self.load(b'A', self.locals.buffer);
                let (name, desc) = signature(*probe);
                self.call_probe(name, desc)?;
            }
            Step::Record(class) => {
                let method = self.number_method(*class)?;
                self.op_u2(op::INVOKESTATIC, method);
                self.load(b'A', self.locals.buffer);
                let (name, desc) = signature(Probe::Value);
                self.call_probe(name, desc)?;
            }
            Step::Cast(cast) => {
                let class = self.cast_class(*cast)?;
                self.op_u2(op::CHECKCAST, class);
            }
            Step::Int(value) => self.push_int(*value)?,
            Step::ClassConstant(constant) => self.op_u2(op::LDC_W, *constant),
            Step::Field(class, field) => {
                let world = self.operands.world;
                let declared = &world.classes[*class as usize].fields[*field as usize];
                let (name, desc) = world.names.member(declared.signature);
                let field = self.pool.field_ref(world.name(*class as usize), name, desc)?;
                self.op_u2(op::GETFIELD, field);
            }
            Step::EarlyNumber => self.load(b'I', self.locals.number.unwrap_or(self.locals.path)),
            Step::OwnFields => self.own_members("fields", "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;")?,
            Step::OwnMethods => {
                self.own_members("methods", "([Ljava/lang/reflect/Method;)[Ljava/lang/reflect/Method;")?
            }
            Step::Fresh(class) => {
                let class = self.operands.world.name(*class as usize);
                let method = self.pool.method_ref(class, FRESH_METHOD, "(Ljava/lang/Object;)V")?;
                self.op_u2(op::INVOKESTATIC, method);
            }
        }
        Ok(())
    }
}

/// The class that is rewritten.
pub(crate) fn owner<'o>(operands: &'o Operands<'_>) -> Owner<'o> {
    let (world, index) = (operands.world, operands.index);
    Owner { name: world.name(index), is_interface: world.classes[index].is_interface() }
}

/// Descriptor of [`NUMBER_METHOD`] for objects of a class. It must not name the class that it is in: the same bytes may be
/// those of a hidden class, which no descriptor can name.
pub(crate) fn number_descriptor(owner: Owner<'_>, class: &str) -> String {
    format!("(L{};)I", known_as(owner, class))
}

/// The class that the parameter of [`NUMBER_METHOD`] is declared as.
pub(crate) fn known_as<'n>(owner: Owner<'_>, class: &'n str) -> &'n str {
    if class == owner.name { "java/lang/Object" } else { class }
}

fn kind_index(kind: Kind) -> u8 {
    match kind {
        b'J' => 1,
        b'F' => 2,
        b'D' => 3,
        b'A' => 4,
        _ => 0,
    }
}

fn signature(probe: Probe) -> (&'static str, &'static str) {
    match probe {
        Probe::Value => ("value", "(ILparatrace/rt/Buffer;)V"),
        Probe::Identity => ("identity", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)V"),
        Probe::Element => ("element", "(Ljava/lang/Object;ILparatrace/rt/Buffer;)V"),
        Probe::State => ("state", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)V"),
        Probe::Receiver => ("receiver", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)V"),
        Probe::Copy => ("copy", "(Ljava/lang/Object;ILjava/lang/Object;IILparatrace/rt/Buffer;)V"),
        Probe::Array => ("array", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)Ljava/lang/Object;"),
        Probe::Arrays => ("arrays", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)Ljava/lang/Object;"),
        Probe::Own => ("own", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)Ljava/lang/Object;"),
        Probe::Clone => ("clone", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)Ljava/lang/Object;"),
        Probe::Remade => ("remade", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)Ljava/lang/Object;"),
        Probe::Memory => ("memory", "(Ljava/lang/Object;Ljava/lang/Object;JJILparatrace/rt/Buffer;)V"),
        Probe::Bytes(_) => ("bytes", "(Ljava/lang/Object;Ljava/lang/Object;JJILparatrace/rt/Buffer;)V"),
        Probe::View(_) => ("view", "(Ljava/lang/Object;IILparatrace/rt/Buffer;)V"),
        Probe::Field => ("field", "(Ljava/lang/Object;Ljava/lang/Object;Lparatrace/rt/Buffer;)V"),
        Probe::Whole => ("whole", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)V"),
        Probe::Range => ("range", "(Ljava/lang/Object;IILparatrace/rt/Buffer;)V"),
        Probe::Region => ("region", "(Ljava/lang/Object;JJLjava/lang/Object;JLparatrace/rt/Buffer;)V"),
        Probe::Filled => ("filled", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)V"),
        Probe::Virtual(count) => told(count),
        Probe::Bound(count) => told_of_bound(count),
        Probe::Redefined => ("redefined", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)V"),
        Probe::Made => ("made", "(Ljava/lang/Object;Lparatrace/rt/Buffer;)V"),
    }
}

/// The probe of calls of traced virtual methods that are told so many objects.
fn told(count: u8) -> (&'static str, &'static str) {
    macro_rules! probe {
        ($name:literal, $($object:literal)+) => {
            ($name, concat!("(", $($object,)+ "Lparatrace/rt/Buffer;)V"))
        };
    }
    match count {
        0 | 1 => probe!("virtual1", "Ljava/lang/Object;"),
        2 => probe!("virtual2", "Ljava/lang/Object;" "Ljava/lang/Object;"),
        3 => probe!("virtual3", "Ljava/lang/Object;" "Ljava/lang/Object;" "Ljava/lang/Object;"),
        4 => probe!("virtual4", "Ljava/lang/Object;" "Ljava/lang/Object;" "Ljava/lang/Object;" "Ljava/lang/Object;"),
        5 => probe!(
            "virtual5",
            "Ljava/lang/Object;" "Ljava/lang/Object;" "Ljava/lang/Object;" "Ljava/lang/Object;" "Ljava/lang/Object;"
        ),
        _ => probe!(
            "virtual6",
            "Ljava/lang/Object;" "Ljava/lang/Object;" "Ljava/lang/Object;" "Ljava/lang/Object;" "Ljava/lang/Object;"
            "Ljava/lang/Object;"
        ),
    }
}

/// The probe of calls of traced static methods and constructors that are told so many objects, and the class that the call names.
fn told_of_bound(count: u8) -> (&'static str, &'static str) {
    const NAMES: [&str; 6] = ["bound", "bound1", "bound2", "bound3", "bound4", "bound5"];
    let count = usize::from(count).min(NAMES.len() - 1);
    (NAMES[count], told(u8::try_from(count + 1).unwrap_or(u8::MAX)).1)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use paratrace_classfile::ClassFile;

    use super::*;
    use crate::world::World;

    /// The `int` that code of pushes, shifts and additions leaves on the stack.
    fn evaluate(code: &[u8]) -> i32 {
        let mut stack: Vec<i32> = Vec::new();
        let mut rest = code;
        while let [opcode, tail @ ..] = rest {
            rest = tail;
            match (*opcode, tail) {
                (op::SIPUSH, [high, low, tail @ ..]) => {
                    stack.push(i32::from(i16::from_be_bytes([*high, *low])));
                    rest = tail;
                }
                (op::BIPUSH, [byte, tail @ ..]) => {
                    stack.push(i32::from(byte.cast_signed()));
                    rest = tail;
                }
                (operation, _) => {
                    let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
                    stack.push(if operation == op::ISHL { a << b } else { a.wrapping_add(b) });
                }
            }
        }
        assert_eq!(stack.len(), 1);
        stack[0]
    }

    /// Emits into the pool of some class.
    fn with_emitter(test: impl FnOnce(&mut Emitter<'_, '_, '_>)) {
        let (_, bytes) = crate::runtime::CLASSES.iter().find(|(name, _)| name.ends_with("Probe.class")).unwrap();
        let class = ClassFile::parse(bytes).unwrap();
        let (mut pool, world, mut constants) =
            (PoolBuilder::new(&class.constant_pool), World::default(), Constants::default());
        let operands = Operands::new(&world, &class, 0);
        test(&mut Emitter::new(&mut pool, &operands, &mut constants));
    }

    #[test]
    fn a_full_pool_gets_no_path_numbers() {
        with_emitter(|emitter| {
            for id in 40_000..120_000 {
                emitter.set_path(id).unwrap();
            }
            assert_eq!(emitter.pool.room(), RESERVED_CONSTANTS);
            for value in [40_000, 65_535, 65_536, 98_304, -40_000, i32::MAX, i32::MIN, i32::MIN + 40_000] {
                emitter.take();
                emitter.push_halves(value);
                assert_eq!(evaluate(&emitter.take()), value);
            }
        });
    }

    #[test]
    fn close_path_numbers_are_reached_by_increments() {
        with_emitter(|emitter| {
            emitter.locals = Locals { buffer: 1, path: 2, number: None, scratch: 3 };
            emitter.move_path(90_000, 90_127).unwrap();
            assert_eq!(emitter.take(), [op::IINC, 2, 127]);
            emitter.move_path(90_000, 90_000).unwrap();
            assert!(emitter.take().is_empty() && emitter.pool.is_unchanged());
            emitter.move_path(90_000, 90_128).unwrap();
            assert!(!emitter.pool.is_unchanged());
        });
    }
}
