//! Synthetic members that give objects their numbers.
//!
//! The topmost rewritten class of a hierarchy holds the number in a field. Each class that accesses fields has static
//! methods that say the number of an object, one for each class it knows them by, and assign one first if it has none.
//! Small enough to be inlined; the rare part is a method of its own. They are members of the class that calls them:
//! calling a static method of the object's class would initialise that class, or wait for its initialiser, where an
//! access to a field of an object does neither.
//!
//! Code that is not traced may copy an object with all its fields, by `Object.clone` in a super class. Where it may, a second
//! field refers to the object that the number was given to: a copy is another one and gets a number of its own.

use paratrace_classfile::{
    CatchAll, ClassEditor, CodeBody, Frame, PoolBuilder, Result, VerificationType, opcodes as op,
};

use super::emit::{FRESH_METHOD, NUMBER_FIELD, NUMBER_METHOD, Owner, PROBE_CLASS, known_as, number_descriptor};

const ASSIGN_METHOD: &str = "$paratrace$assign";
/// The object that has the number.
const OWNER_FIELD: &str = "$paratrace$owner";
const OBJECT_DESC: &str = "Ljava/lang/Object;";
const PUBLIC_TRANSIENT_SYNTHETIC: u16 = 0x1081;
const VOLATILE: u16 = 0x0040;
const PUBLIC_STATIC_SYNTHETIC: u16 = 0x1009;
const PRIVATE_STATIC_SYNTHETIC: u16 = 0x100a;

/// Adds the field that holds the number.
pub(crate) fn add_number_field(editor: &mut ClassEditor<'_>) -> Result<()> {
    editor.add_field(PUBLIC_TRANSIENT_SYNTHETIC, NUMBER_FIELD, "I", None)
}

/// Adds the field that names the object of the number. It is volatile: a thread that reads its own object there reads
/// the object's number after that.
pub(crate) fn add_owner_field(editor: &mut ClassEditor<'_>) -> Result<()> {
    editor.add_field(PUBLIC_TRANSIENT_SYNTHETIC | VOLATILE, OWNER_FIELD, OBJECT_DESC, None)
}

/// Adds the methods that say and assign the numbers of objects of a class, which may be `copied` with their numbers.
pub(crate) fn add_number_methods(
    editor: &mut ClassEditor<'_>,
    owner: Owner<'_>,
    class: &str,
    frames: bool,
    copied: bool,
) -> Result<()> {
    let desc = number_descriptor(owner, class);
    let bodies = if copied { [owned_number_body, owned_assign_body] } else { [number_body, assign_body] };
    let [number, assign] = bodies;
    let body = number(editor.pool(), owner, class, frames)?;
    editor.add_method(PRIVATE_STATIC_SYNTHETIC, NUMBER_METHOD, &desc, body)?;
    let body = assign(editor.pool(), owner, class, frames)?;
    editor.add_method(PRIVATE_STATIC_SYNTHETIC, ASSIGN_METHOD, &desc, body)
}

/// Adds the method that takes the number of a copied object away.
pub(crate) fn add_fresh_method(editor: &mut ClassEditor<'_>, class: &str, frames: bool) -> Result<()> {
    let body = fresh_body(editor.pool(), class, frames)?;
    editor.add_method(PUBLIC_STATIC_SYNTHETIC, FRESH_METHOD, "(Ljava/lang/Object;)V", body)
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

    fn jump(self, opcode: u8, distance: u32) -> Self {
        self.u2(opcode, u16::try_from(distance).unwrap_or(u16::MAX))
    }

    /// The code of a handler: leaves the monitor of local 2 and throws again, [`LEAVE_AND_RETHROW`] bytes.
    fn leave_and_rethrow(self) -> Self {
        self.op(op::ALOAD_2).op(op::MONITOREXIT).op(op::ATHROW)
    }

    fn cast(self, class: Option<u16>) -> Self {
        match class {
            Some(class) => self.u2(op::CHECKCAST, class),
            None => self,
        }
    }
}

/// Code of the method that returns a number. The comments give the pc of each instruction in code without a cast; a cast
/// shifts those after it by [`CAST`] bytes.
///
/// `if (o == null) return 0; n = o.number; return n != 0 ? n : assign(o);`
fn number_body(pool: &mut PoolBuilder<'_>, owner: Owner<'_>, class: &str, frames: bool) -> Result<Vec<u8>> {
    let number = pool.field_ref(class, NUMBER_FIELD, "I")?;
    let assign = owner.method_ref(pool, ASSIGN_METHOD, &number_descriptor(owner, class))?;
    let cast = cast(pool, owner, class)?;
    let long = u32::from(cast.is_some()) * CAST;
    let code = Code { bytes: Vec::new() }
        .op(op::ALOAD_0) // 0
        .jump(op::IFNULL, 17 + long) // 1 -> 18
        .op(op::ALOAD_0) // 4
        .cast(cast)
        .u2(op::GETFIELD, number) // 5
        .op(op::DUP) // 8
        .u2(op::IFNE, 8) // 9 -> 17
        .op(op::POP) // 12
        .op(op::ALOAD_0) // 13
        .u2(op::INVOKESTATIC, assign) // 14
        .op(op::IRETURN) // 17
        .op(op::ICONST_0) // 18
        .op(op::IRETURN); // 19
    let locals = vec![object(pool, known_as(owner, class))?];
    let known = Frame { pc: 17 + long, locals: locals.clone(), stack: vec![VerificationType::Integer] };
    let null = Frame { pc: 18 + long, locals, stack: Vec::new() };
    let frames = if frames { vec![known, null] } else { Vec::new() };
    CodeBody::build(pool, 2, 1, &code.bytes, &frames)
}

/// Length of [`Code::leave_and_rethrow`], bytes.
const LEAVE_AND_RETHROW: u16 = 3;

/// Length of a `checkcast`, bytes.
const CAST: u32 = 3;

/// The cast that makes the parameter of a number method an object of the class, if it is not declared as one.
fn cast(pool: &mut PoolBuilder<'_>, owner: Owner<'_>, class: &str) -> Result<Option<u16>> {
    if known_as(owner, class) == class { Ok(None) } else { pool.class(class).map(Some) }
}

/// `if ((id = Probe.newId()) == 0) return 0;`, 10 bytes. There is no number as long as nothing is recorded.
fn claimed_number(new_id: u16) -> Code {
    Code { bytes: Vec::new() }
        .u2(op::INVOKESTATIC, new_id) // 0
        .op(op::DUP) // 3
        .op(op::ISTORE_1) // 4
        .jump(op::IFNE, 5) // 5 -> 10
        .op(op::ICONST_0) // 8
        .op(op::IRETURN) // 9
}

/// The frame behind [`claimed_number`]: object and number, of the locals that there are later.
fn claimed_frame(locals: &[VerificationType]) -> Frame {
    at(10, locals.get(..2).unwrap_or(locals))
}

fn at(pc: u32, locals: &[VerificationType]) -> Frame {
    Frame { pc, locals: locals.to_vec(), stack: Vec::new() }
}

/// The body of a method that begins with [`claimed_number`] and ends with [`Code::leave_and_rethrow`]. `joins` are the frames between.
fn locked_body(
    pool: &mut PoolBuilder<'_>,
    code: &Code,
    locals: &[VerificationType],
    joins: &[Frame],
    frames: bool,
) -> Result<Vec<u8>> {
    let length = u16::try_from(code.bytes.len()).unwrap_or(u16::MAX);
    let handler = length - LEAVE_AND_RETHROW;
    // From behind `monitorenter` up to `ireturn`.
    let guarded = CatchAll { start: 16, end: handler - 1, handler };
    let caught =
        Frame { pc: u32::from(handler), locals: locals.to_vec(), stack: vec![object(pool, "java/lang/Throwable")?] };
    let mut all = vec![claimed_frame(locals)];
    all.extend_from_slice(joins);
    all.push(caught);
    let frames = if frames { all } else { Vec::new() };
    CodeBody::build_with_handlers(pool, 2, 3, &code.bytes, &frames, &[guarded])
}

/// `if ((id = Probe.newId()) == 0) return 0; synchronized (Probe.LOCK) { if (o.number == 0) o.number = id; return o.number; }`
///
/// Nothing in the synchronised part can throw, but JIT compilers refuse methods that would keep a monitor if something did: so there is a
/// handler that leaves it.
fn assign_body(pool: &mut PoolBuilder<'_>, owner: Owner<'_>, class: &str, frames: bool) -> Result<Vec<u8>> {
    let cast = cast(pool, owner, class)?;
    let lock = pool.field_ref(PROBE_CLASS, "LOCK", "Ljava/lang/Object;")?;
    let number = pool.field_ref(class, NUMBER_FIELD, "I")?;
    let new_id = pool.method_ref(PROBE_CLASS, "newId", "()I")?;
    let long = u32::from(cast.is_some()) * CAST;
    let code = claimed_number(new_id)
        .u2(op::GETSTATIC, lock) // 10
        .op(op::DUP) // 13
        .op(op::ASTORE_2) // 14
        .op(op::MONITORENTER) // 15
        .op(op::ALOAD_0) // 16
        .cast(cast)
        .u2(op::GETFIELD, number) // 17
        .jump(op::IFNE, 8 + long) // 20 -> 28
        .op(op::ALOAD_0) // 23
        .cast(cast)
        .op(op::ILOAD_1) // 24
        .u2(op::PUTFIELD, number) // 25
        .op(op::ALOAD_0) // 28
        .cast(cast)
        .u2(op::GETFIELD, number) // 29
        .op(op::ALOAD_2) // 32
        .op(op::MONITOREXIT) // 33
        .op(op::IRETURN) // 34
        .leave_and_rethrow();
    let locals =
        vec![object(pool, known_as(owner, class))?, VerificationType::Integer, object(pool, "java/lang/Object")?];
    let joins = [28 + 2 * long].map(|pc| at(pc, &locals));
    locked_body(pool, &code, &locals, &joins, frames)
}

/// `if (o == null) return 0; return o.owner == o ? o.number : assign(o);`
fn owned_number_body(pool: &mut PoolBuilder<'_>, owner: Owner<'_>, class: &str, frames: bool) -> Result<Vec<u8>> {
    let number = pool.field_ref(class, NUMBER_FIELD, "I")?;
    let holder = pool.field_ref(class, OWNER_FIELD, OBJECT_DESC)?;
    let assign = owner.method_ref(pool, ASSIGN_METHOD, &number_descriptor(owner, class))?;
    let cast = cast(pool, owner, class)?;
    let long = u32::from(cast.is_some()) * CAST;
    let code = Code { bytes: Vec::new() }
        .op(op::ALOAD_0) // 0
        .jump(op::IFNULL, 21 + 2 * long) // 1 -> 22
        .op(op::ALOAD_0) // 4
        .cast(cast)
        .u2(op::GETFIELD, holder) // 5
        .op(op::ALOAD_0) // 8
        .jump(op::IF_ACMPNE, 8 + long) // 9 -> 17
        .op(op::ALOAD_0) // 12
        .cast(cast)
        .u2(op::GETFIELD, number) // 13
        .op(op::IRETURN) // 16
        .op(op::ALOAD_0) // 17
        .u2(op::INVOKESTATIC, assign) // 18
        .op(op::IRETURN) // 21
        .op(op::ICONST_0) // 22
        .op(op::IRETURN); // 23
    let locals = vec![object(pool, known_as(owner, class))?];
    let at = |pc| Frame { pc, locals: locals.clone(), stack: Vec::new() };
    let frames = if frames { vec![at(17 + 2 * long), at(22 + 2 * long)] } else { Vec::new() };
    CodeBody::build(pool, 2, 1, &code.bytes, &frames)
}

/// Code of the method that assigns a number, as [`assign_body`], with an owner. A number without an owner is one that a
/// constructor has claimed.
///
/// There may be none (0) before the trace of a program on a traced JDK begins.
///
/// `if (o.owner != o) { if (o.owner != null || o.number == 0) o.number = id; if (id != 0) o.owner = o; } return o.number;`
fn owned_assign_body(pool: &mut PoolBuilder<'_>, owner: Owner<'_>, class: &str, frames: bool) -> Result<Vec<u8>> {
    let cast = cast(pool, owner, class)?;
    let lock = pool.field_ref(PROBE_CLASS, "LOCK", OBJECT_DESC)?;
    let number = pool.field_ref(class, NUMBER_FIELD, "I")?;
    let holder = pool.field_ref(class, OWNER_FIELD, OBJECT_DESC)?;
    let new_id = pool.method_ref(PROBE_CLASS, "newId", "()I")?;
    let long = u32::from(cast.is_some()) * CAST;
    let code = claimed_number(new_id)
        .u2(op::GETSTATIC, lock) // 10
        .op(op::DUP) // 13
        .op(op::ASTORE_2) // 14
        .op(op::MONITORENTER) // 15
        .op(op::ALOAD_0) // 16
        .cast(cast)
        .u2(op::GETFIELD, holder) // 17
        .op(op::ALOAD_0) // 20
        .jump(op::IF_ACMPEQ, 31 + 4 * long) // 21 -> 52
        .op(op::ALOAD_0) // 24
        .cast(cast)
        .u2(op::GETFIELD, holder) // 25
        .jump(op::IFNONNULL, 10 + long) // 28 -> 38
        .op(op::ALOAD_0) // 31
        .cast(cast)
        .u2(op::GETFIELD, number) // 32
        .jump(op::IFNE, 8 + long) // 35 -> 43
        .op(op::ALOAD_0) // 38
        .cast(cast)
        .op(op::ILOAD_1) // 39
        .u2(op::PUTFIELD, number) // 40
        .op(op::ILOAD_1) // 43
        .jump(op::IFEQ, 8 + long) // 44 -> 52
        .op(op::ALOAD_0) // 47
        .cast(cast)
        .op(op::ALOAD_0) // 48
        .u2(op::PUTFIELD, holder) // 49
        .op(op::ALOAD_0) // 52
        .cast(cast)
        .u2(op::GETFIELD, number) // 53
        .op(op::ALOAD_2) // 56
        .op(op::MONITOREXIT) // 57
        .op(op::IRETURN) // 58
        .leave_and_rethrow();
    let locals =
        vec![object(pool, known_as(owner, class))?, VerificationType::Integer, object(pool, "java/lang/Object")?];
    let joins = [38 + 3 * long, 43 + 4 * long, 52 + 5 * long].map(|pc| at(pc, &locals));
    locked_body(pool, &code, &locals, &joins, frames)
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
