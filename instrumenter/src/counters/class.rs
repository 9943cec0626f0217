//! Rewrites one class: methods in place, copies, marks.

use indexmap::IndexSet;
use std::collections::BTreeSet;

use paratrace_classfile::descriptor::MethodDescriptor;
use paratrace_classfile::{
    ClassEditor, ClassFile, CodeBody, CodeEditor, Error, Frame, PoolBuilder, Result, VerificationType as Verified,
    opcodes as op,
};

use super::code::{COUNT, Code, MARK, MARK_CLONE, TASK, clone_marker, with_task};
use super::method::{Method, Needs, Role, instrument};
use super::plan::{CopyKind, Plan};
use crate::access_flags::{ACC_ABSTRACT, ACC_INTERFACE, ACC_NATIVE, ACC_STATIC, ACC_SYNCHRONIZED};
use crate::rewrite::keep_serial_version;
use crate::shared_data::MethodId;
use crate::world::World;

const PUBLIC_TRANSIENT_SYNTHETIC: u16 = 0x1081;
const PRIVATE_STATIC_SYNTHETIC: u16 = 0x100a;
const SYNTHETIC: u16 = 0x1000;
const PUBLIC_STATIC: u16 = 0x0009;
/// Flags of methods that mean something else, or nothing, for a copy: bridge, varargs.
const NOT_COPIED: u16 = 0x0040 | 0x0080 | ACC_ABSTRACT | ACC_NATIVE;

/// The result of rewriting one class.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub(super) bytes: Option<Vec<u8>>,
    /// Methods that count.
    pub(super) methods: usize,
    /// Methods that could not be changed, and why.
    pub(super) refused: Vec<(MethodId, Error)>,
}

/// Rewrites a class; `bytes` stay away if there is nothing to do.
pub(super) fn rewrite(world: &World, plan: &Plan<'_>, class: &ClassFile<'_>, index: usize) -> Result<Done> {
    let (editor, needs, done) = (ClassEditor::new(class), Needs::default(), Done::default());
    let mut rewriting = Rewriting { world, plan, class, editor, needs, done };
    let mut changed = false;
    for position in 0..class.methods.len() {
        let id = world.method_id(index, position);
        changed |= rewriting.in_place(id, position)?;
        if let Some(&kind) = plan.copies.get(&id) {
            rewriting.copy(id, position, kind)?;
            changed = true;
        }
    }
    let Rewriting { mut editor, needs, mut done, .. } = rewriting;
    if plan.marked.contains(&index) {
        editor.add_field(PUBLIC_TRANSIENT_SYNTHETIC, MARK, "I", None)?;
        changed = true;
    }
    count_methods(class, &needs.counted, &mut editor)?;
    clone_markers(class, &needs.cloned, &mut editor)?;
    if changed {
        keep_serial_version(&mut editor, class, world, index)?;
        done.bytes = Some(editor.finish()?);
    }
    Ok(done)
}

/// A class that is being rewritten.
struct Rewriting<'a> {
    world: &'a World,
    plan: &'a Plan<'a>,
    class: &'a ClassFile<'a>,
    editor: ClassEditor<'a>,
    needs: Needs,
    done: Done,
}

impl Rewriting<'_> {
    /// Makes a method count in a role of its own; has it changed?
    fn in_place(&mut self, id: MethodId, position: usize) -> Result<bool> {
        let role = if self.plan.tasks.contains(&id) {
            Role::Task(self.world.readable_method_name(id))
        } else if self.plan.entries.contains(&id) {
            Role::Entry
        } else {
            return begin(self.class, position, &mut self.editor);
        };
        match self.counting(id, position, role) {
            Ok(body) => {
                self.done.methods += 1;
                self.editor.set_code(position, body)?;
                Ok(true)
            }
            Err(error) => {
                self.done.refused.push((id, error));
                Ok(false)
            }
        }
    }

    /// Adds a copy that takes the task that it counts for.
    fn copy(&mut self, id: MethodId, position: usize, kind: CopyKind) -> Result<()> {
        let class = self.class;
        let method = &class.methods[position];
        let (name, desc) = (method.name(&class.constant_pool)?, method.descriptor(&class.constant_pool)?);
        let flags = method.access_flags & !NOT_COPIED | SYNTHETIC;
        let mut flags = self.plan.reach(id).narrow(flags, class.access_flags);
        let counts = kind == CopyKind::Counts && method.code_attribute().is_some();
        let body = match counts.then(|| self.counting(id, position, Role::Copy)) {
            Some(Ok(body)) => {
                self.done.methods += 1;
                body
            }
            other => {
                self.done.refused.extend(other.and_then(std::result::Result::err).map(|error| (id, error)));
                flags &= !ACC_SYNCHRONIZED;
                forward(class, &name, &desc, method.access_flags, self.editor.pool())?
            }
        };
        self.editor.add_method(flags, &name, &with_task(&desc), body)
    }

    /// The code of a method with its counters.
    fn counting(&mut self, id: MethodId, index: usize, role: Role) -> Result<Vec<u8>> {
        let Self { world, plan, class, .. } = *self;
        let method = Method { world, plan, id, class, index, role };
        instrument(&method, self.editor.pool(), &mut self.needs)
    }
}

/// The clock of the main thread runs from the beginning of `main`.
fn begin(class: &ClassFile<'_>, position: usize, editor: &mut ClassEditor<'_>) -> Result<bool> {
    let (pool, method) = (&class.constant_pool, &class.methods[position]);
    let is_main = method.name(pool)? == "main"
        && method.descriptor(pool)? == "([Ljava/lang/String;)V"
        && method.access_flags & PUBLIC_STATIC == PUBLIC_STATIC
        && method.code_attribute().is_some();
    if !is_main {
        return Ok(false);
    }
    let Ok(mut code) = CodeEditor::new(class, position) else { return Ok(false) };
    let bytes = Code::new(editor.pool(), 0).begin()?.bytes.clone();
    code.insert_on_fallthrough(0, bytes);
    let Ok(body) = code.finish(editor.pool()) else { return Ok(false) };
    editor.set_code(position, body)?;
    Ok(true)
}

/// Calls the method itself with the same arguments. (A constructor cannot be refused so: it would not be called like that.)
fn forward(class: &ClassFile<'_>, name: &str, desc: &str, access: u16, pool: &mut PoolBuilder<'_>) -> Result<Vec<u8>> {
    let parsed = MethodDescriptor::parse(desc)?;
    let owner = class.name()?;
    let interface = class.access_flags & ACC_INTERFACE != 0;
    let mut code = Vec::new();
    let mut local: u16 = 0;
    let is_static = access & ACC_STATIC != 0;
    if !is_static {
        code.push(op::ALOAD_0);
        local = 1;
    }
    for parameter in &parsed.parameters {
        code.extend([op::WIDE, load_of(parameter)]);
        code.extend(local.to_be_bytes());
        local += parameter.slots();
    }
    let constant = match interface {
        true => pool.interface_method_ref(&owner, name, desc)?,
        false => pool.method_ref(&owner, name, desc)?,
    };
    let special = name == "<init>" || access & crate::access_flags::ACC_PRIVATE != 0;
    let opcode = match (is_static, special, interface) {
        (true, ..) => op::INVOKESTATIC,
        (_, true, _) => op::INVOKESPECIAL,
        (.., true) => op::INVOKEINTERFACE,
        _ => op::INVOKEVIRTUAL,
    };
    code.push(opcode);
    code.extend(constant.to_be_bytes());
    if opcode == op::INVOKEINTERFACE {
        code.extend([u8::try_from(local).unwrap_or(u8::MAX), 0]);
    }
    code.push(parsed.return_type.as_ref().map_or(op::RETURN, |kind| load_of(kind) + (op::IRETURN - op::ILOAD)));
    CodeBody::build(pool, local.max(2), local + 1, &code, &[])
}

fn load_of(kind: &paratrace_classfile::descriptor::Type<'_>) -> u8 {
    match crate::method::kind_of(kind) {
        b'J' => op::LLOAD,
        b'F' => op::FLOAD,
        b'D' => op::DLOAD,
        b'A' => op::ALOAD,
        _ => op::ILOAD,
    }
}

/// `static void count(C o, int reads, int writes, Task task) { if (o != null) Task.add(o.mark, reads, writes, task); }`
///
/// Members of the class that calls them: a static method of the object's class might initialise that.
fn count_methods(class: &ClassFile<'_>, counted: &BTreeSet<String>, editor: &mut ClassEditor<'_>) -> Result<()> {
    for object in counted {
        let pool = editor.pool();
        let mark = pool.field_ref(object, MARK, "I")?;
        let add = pool.method_ref(TASK, "add", &format!("(IIIL{TASK};)V"))?;
        let (object_class, task_class) = (pool.class(object)?, pool.class(TASK)?);
        let mut code = vec![op::ALOAD_0, op::IFNULL, 0, 13, op::ALOAD_0, op::GETFIELD];
        code.extend(mark.to_be_bytes());
        code.extend([op::ILOAD_1, op::ILOAD_2, op::ALOAD_3, op::INVOKESTATIC]);
        code.extend(add.to_be_bytes());
        code.push(op::RETURN);
        let locals =
            vec![Verified::Object(object_class), Verified::Integer, Verified::Integer, Verified::Object(task_class)];
        let end = Frame { pc: 14, locals, stack: Vec::new() };
        let frames = if class.has_frames() { vec![end] } else { Vec::new() };
        let body = CodeBody::build(pool, 4, 4, &code, &frames)?;
        editor.add_method(PRIVATE_STATIC_SYNTHETIC, COUNT, &format!("(L{object};IIL{TASK};)V"), body)?;
    }
    Ok(())
}

/// `static void cloned(Object o, Task task) { if (o instanceof C) ((C) o).mark = task.scope; }`
///
/// A `clone` that the library declares may return anything.
fn clone_markers(class: &ClassFile<'_>, cloned: &IndexSet<String>, editor: &mut ClassEditor<'_>) -> Result<()> {
    for (number, holder) in cloned.iter().enumerate() {
        let pool = editor.pool();
        let [object, holder_class, task] = [pool.class("java/lang/Object")?, pool.class(holder)?, pool.class(TASK)?];
        let [scope, mark] = [pool.field_ref(TASK, "scope", "I")?, pool.field_ref(holder, MARK, "I")?];
        let mut code = vec![op::ALOAD_0];
        let with_constant = [
            (op::INSTANCEOF, holder_class, &[op::IFEQ, 0, 14, op::ALOAD_0][..]),
            (op::CHECKCAST, holder_class, &[op::ALOAD_1]),
            (op::GETFIELD, scope, &[]),
            (op::PUTFIELD, mark, &[op::RETURN]),
        ];
        for (opcode, constant, then) in with_constant {
            code.push(opcode);
            code.extend(constant.to_be_bytes());
            code.extend(then);
        }
        let end = Frame { pc: 18, locals: vec![Verified::Object(object), Verified::Object(task)], stack: Vec::new() };
        let frames = if class.has_frames() { vec![end] } else { Vec::new() };
        let body = CodeBody::build(pool, 2, 2, &code, &frames)?;
        editor.add_method(PRIVATE_STATIC_SYNTHETIC, &clone_marker(number), MARK_CLONE, body)?;
    }
    Ok(())
}
