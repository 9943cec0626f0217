//! What parameters are in the frame of the handler around a method.
//!
//! The handler needs none of them. Libraries that change methods while the program runs ask for them in each frame (Byte Buddy's `Advice`).

use paratrace_classfile::descriptor::{MethodDescriptor, Type};
use paratrace_classfile::{CodeEditor, Instruction, Result, VerificationType};

use super::emit::Emitter;
use crate::access_flags::ACC_STATIC;
use crate::method::{Kind, Plan, stored_kind};

/// A parameter as the verifier sees it.
struct Parameter {
    slot: u16,
    kind: Kind,
    type_: VerificationType,
    /// The class, if it is an object.
    class: Vec<u8>,
}

/// The types of all original locals of a method: those of parameters that keep their type throughout, and nothing else.
pub(crate) fn kept_parameters(
    emitter: &mut Emitter<'_, '_, '_>,
    plan: &Plan,
    method: usize,
    editor: &CodeEditor<'_>,
) -> Result<Vec<VerificationType>> {
    let mut locals = Vec::with_capacity(usize::from(plan.body.max_locals));
    let mut next = 0;
    for parameter in parameters(emitter, method)? {
        next = parameter.slot + parameter.type_.slots();
        let is_replaced = plan.body.insns.iter().any(|insn| replaces(insn, &parameter));
        if !is_replaced && editor.is_everywhere(parameter.slot, &parameter.type_, &parameter.class) {
            locals.push(parameter.type_);
        } else {
            locals.extend((parameter.slot..next).map(|_| VerificationType::Top));
        }
    }
    locals.extend((next..plan.body.max_locals).map(|_| VerificationType::Top));
    Ok(locals)
}

fn parameters(emitter: &mut Emitter<'_, '_, '_>, method: usize) -> Result<Vec<Parameter>> {
    let class = emitter.operands.class;
    let Some(member) = class.methods.get(method) else { return Ok(Vec::new()) };
    let desc = member.descriptor(&class.constant_pool)?;
    let mut found = Vec::new();
    let mut slot = 0;
    if member.access_flags & ACC_STATIC == 0 {
        let name = class.constant_pool.class_name_bytes(class.this_class)?.to_vec();
        found.push(Parameter { slot, kind: b'A', type_: VerificationType::Object(class.this_class), class: name });
        slot = 1;
    }
    for parameter in &MethodDescriptor::parse(&*desc)?.parameters {
        let (kind, type_, class) = match parameter {
            Type::Long => (b'J', VerificationType::Long, Vec::new()),
            Type::Double => (b'D', VerificationType::Double, Vec::new()),
            Type::Float => (b'F', VerificationType::Float, Vec::new()),
            Type::Class(name) | Type::Array(name) => (b'A', emitter.frame_type(name)?, name.to_vec()),
            _ => (b'I', VerificationType::Integer, Vec::new()),
        };
        let slots = type_.slots();
        found.push(Parameter { slot, kind, type_, class });
        slot += slots;
    }
    Ok(found)
}

/// True if an instruction may leave something of another type in a parameter's local.
fn replaces(insn: &Instruction, parameter: &Parameter) -> bool {
    let (Some(kind), Some(local)) = (stored_kind(insn.opcode), insn.local()) else { return false };
    let stored = local..local + if matches!(kind, b'J' | b'D') { 2 } else { 1 };
    let taken = parameter.slot..parameter.slot + parameter.type_.slots();
    let meets = stored.start < taken.end && taken.start < stored.end;
    let same = kind != b'A' && kind == parameter.kind && local == parameter.slot;
    meets && !same
}
