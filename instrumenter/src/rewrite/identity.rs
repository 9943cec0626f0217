//! Synthetic members that give objects their numbers.
//!
//! The topmost rewritten class of a hierarchy holds the number in a field. Each class has, for each class whose fields it
//! accesses, a static method that records the number of an object, assigning one first if it has none: the accessing
//! class, since calling a static method of the other one would initialise that, which an access through null does not.
//! Small enough to be inlined; the rare part is a method of its own.

use paratrace_classfile::{
    ClassEditor, ClassFile, CodeBody, Frame, PoolBuilder, Result, VerificationType, opcodes as op,
};

use super::emit::{BUFFER_CLASS, FRESH_METHOD, NUMBER_FIELD, PROBE_CLASS};

/// Records the number of an object.
const RECORD_METHOD: &str = "$paratrace$record";
const ASSIGN_METHOD: &str = "$paratrace$assign";
const ACC_INTERFACE: u16 = 0x0200;
const JAVA_8: u16 = 52;
const PUBLIC_TRANSIENT_SYNTHETIC: u16 = 0x1081;
const PUBLIC_STATIC_SYNTHETIC: u16 = 0x1009;
const PRIVATE_STATIC_SYNTHETIC: u16 = 0x100a;

/// Adds the field that holds the number.
pub(crate) fn add_number_field(editor: &mut ClassEditor<'_>) -> Result<()> {
    editor.add_field(PUBLIC_TRANSIENT_SYNTHETIC, NUMBER_FIELD, "I", None)
}

/// The class that records numbers, by static methods of its own.
#[derive(Debug, Clone)]
pub(crate) struct Recorder {
    name: String,
    interface: bool,
}

impl Recorder {
    pub(crate) fn of(class: &ClassFile<'_>) -> Result<Self> {
        Ok(Self { name: class.name()?.into_owned(), interface: is_interface(class) })
    }

    /// Pool index of the method that records a number of an object of `recorded`.
    pub(crate) fn record_method(&self, pool: &mut PoolBuilder<'_>, recorded: &str) -> Result<u16> {
        self.method(pool, RECORD_METHOD, &record_descriptor(recorded))
    }

    fn method(&self, pool: &mut PoolBuilder<'_>, name: &str, desc: &str) -> Result<u16> {
        match self.interface {
            true => pool.interface_method_ref(&self.name, name, desc),
            false => pool.method_ref(&self.name, name, desc),
        }
    }
}

fn is_interface(class: &ClassFile<'_>) -> bool {
    class.access_flags & ACC_INTERFACE != 0
}

/// Interfaces can have static methods from Java 8 on.
pub(crate) fn has_static_methods(class: &ClassFile<'_>) -> bool {
    !is_interface(class) || class.major_version >= JAVA_8
}

/// Adds the methods that record and assign numbers.
pub(crate) fn add_record_methods(
    editor: &mut ClassEditor<'_>,
    recorder: &Recorder,
    class: &str,
    frames: bool,
) -> Result<()> {
    let desc = record_descriptor(class);
    let body = record_body(editor.pool(), recorder, class, frames)?;
    editor.add_method(PRIVATE_STATIC_SYNTHETIC, RECORD_METHOD, &desc, body)?;
    let body = assign_body(editor.pool(), class, frames)?;
    editor.add_method(PRIVATE_STATIC_SYNTHETIC, ASSIGN_METHOD, &assign_descriptor(class), body)
}

/// Adds the method that takes the number of a copied object away.
pub(crate) fn add_fresh_method(editor: &mut ClassEditor<'_>, class: &str, frames: bool) -> Result<()> {
    let body = fresh_body(editor.pool(), class, frames)?;
    editor.add_method(PUBLIC_STATIC_SYNTHETIC, FRESH_METHOD, "(Ljava/lang/Object;)V", body)
}

fn record_descriptor(class: &str) -> String {
    format!("(L{class};L{BUFFER_CLASS};)V")
}

fn assign_descriptor(class: &str) -> String {
    format!("(L{class};L{BUFFER_CLASS};)I")
}

/// Code with labels resolved by hand: all of it is short and never changes.
struct Code {
    bytes: Vec<u8>,
}

impl Code {
    fn op(mut self, opcode: u8) -> Self {
        self.bytes.push(opcode);
        self
    }

    fn u2(mut self, opcode: u8, operand: u16) -> Self {
        self.bytes.push(opcode);
        self.bytes.extend(operand.to_be_bytes());
        self
    }
}

/// `if (o != null) { n = o.number; if (n == 0) n = assign(o, b); } else n = 0; Probe.value(n, b);`
fn record_body(pool: &mut PoolBuilder<'_>, recorder: &Recorder, class: &str, frames: bool) -> Result<Vec<u8>> {
    let number = pool.field_ref(class, NUMBER_FIELD, "I")?;
    let assign = recorder.method(pool, ASSIGN_METHOD, &assign_descriptor(class))?;
    let value = pool.method_ref(PROBE_CLASS, "value", "(ILparatrace/rt/Buffer;)V")?;
    let code = Code { bytes: Vec::new() }
        .op(op::ALOAD_0) // 0
        .u2(op::IFNULL, 22) // 1 -> 23
        .op(op::ALOAD_0) // 4
        .u2(op::GETFIELD, number) // 5
        .op(op::DUP) // 8
        .u2(op::IFNE, 9) // 9 -> 18
        .op(op::POP) // 12
        .op(op::ALOAD_0) // 13
        .op(op::ALOAD_1) // 14
        .u2(op::INVOKESTATIC, assign) // 15
        .op(op::ALOAD_1) // 18
        .u2(op::INVOKESTATIC, value) // 19
        .op(op::RETURN) // 22
        .op(op::ICONST_0) // 23
        .u2(op::GOTO, (-6i16).cast_unsigned()); // 24 -> 18
    let locals = vec![object(pool, class)?, object(pool, BUFFER_CLASS)?];
    let known = Frame { pc: 18, locals: locals.clone(), stack: vec![VerificationType::Integer] };
    let null = Frame { pc: 23, locals, stack: Vec::new() };
    let frames = if frames { vec![known, null] } else { Vec::new() };
    CodeBody::build(pool, 3, 2, &code.bytes, &frames)
}

/// `n = Probe.newId(b); synchronized (Probe.LOCK) { if (o.number == 0) o.number = n; n = o.number; } return n;`
///
/// Nothing is called while the monitor is held: at the end of the stack that would leave it without leaving the monitor.
fn assign_body(pool: &mut PoolBuilder<'_>, class: &str, frames: bool) -> Result<Vec<u8>> {
    let lock = pool.field_ref(PROBE_CLASS, "LOCK", "Ljava/lang/Object;")?;
    let number = pool.field_ref(class, NUMBER_FIELD, "I")?;
    let new_id = pool.method_ref(PROBE_CLASS, "newId", "(Lparatrace/rt/Buffer;)I")?;
    let code = Code { bytes: Vec::new() }
        .op(op::ALOAD_1) // 0
        .u2(op::INVOKESTATIC, new_id) // 1
        .op(op::ISTORE_3) // 4
        .u2(op::GETSTATIC, lock) // 5
        .op(op::DUP) // 8
        .op(op::ASTORE_2) // 9
        .op(op::MONITORENTER) // 10
        .op(op::ALOAD_0) // 11
        .u2(op::GETFIELD, number) // 12
        .u2(op::IFNE, 8) // 15 -> 23
        .op(op::ALOAD_0) // 18
        .op(op::ILOAD_3) // 19
        .u2(op::PUTFIELD, number) // 20
        .op(op::ALOAD_0) // 23
        .u2(op::GETFIELD, number) // 24
        .op(op::ISTORE_3) // 27
        .op(op::ALOAD_2) // 28
        .op(op::MONITOREXIT) // 29
        .op(op::ILOAD_3) // 30
        .op(op::IRETURN); // 31
    let mut locals = vec![object(pool, class)?, object(pool, BUFFER_CLASS)?, object(pool, "java/lang/Object")?];
    locals.push(VerificationType::Integer);
    let known = Frame { pc: 23, locals, stack: Vec::new() };
    CodeBody::build(pool, 2, 4, &code.bytes, if frames { std::slice::from_ref(&known) } else { &[] })
}

/// `if (o instanceof C) ((C) o).number = 0;`
fn fresh_body(pool: &mut PoolBuilder<'_>, class: &str, frames: bool) -> Result<Vec<u8>> {
    let own = pool.class(class)?;
    let number = pool.field_ref(class, NUMBER_FIELD, "I")?;
    let code = Code { bytes: Vec::new() }
        .op(op::ALOAD_0) // 0
        .u2(op::INSTANCEOF, own) // 1
        .u2(op::IFEQ, 11) // 4 -> 15
        .op(op::ALOAD_0) // 7
        .u2(op::CHECKCAST, own) // 8
        .op(op::ICONST_0) // 11
        .u2(op::PUTFIELD, number) // 12
        .op(op::RETURN); // 15
    let end = Frame { pc: 15, locals: vec![object(pool, "java/lang/Object")?], stack: Vec::new() };
    CodeBody::build(pool, 2, 1, &code.bytes, if frames { std::slice::from_ref(&end) } else { &[] })
}

fn object(pool: &mut PoolBuilder<'_>, class: &str) -> Result<VerificationType> {
    Ok(VerificationType::Object(pool.class(class)?))
}
