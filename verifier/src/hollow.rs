//! A class with the same methods, which do nothing.

use anyhow::Result;
use paratrace_classfile::descriptor::{MethodDescriptor, Type};
use paratrace_classfile::{ClassEditor, ClassFile, CodeBody, PoolBuilder, opcodes as op};

/// Methods return 0, static initialisers store the class itself into a static `LOCK`, for code that needs a monitor.
pub(crate) fn class(bytes: &[u8]) -> Result<Vec<u8>> {
    let class = ClassFile::parse(bytes)?;
    let pool = &class.constant_pool;
    let has_lock = class.fields.iter().any(|field| field.name(pool).is_ok_and(|name| name == "LOCK"));
    let mut editor = ClassEditor::new(&class);
    for (index, method) in class.methods.iter().enumerate().filter(|(_, method)| method.code_attribute().is_some()) {
        let code = match &*method.name(pool)? {
            // It has to call the super class, and is never called.
            "<init>" => continue,
            "<clinit>" if has_lock => store_lock(editor.pool(), &class.name()?)?,
            _ => return_zero(MethodDescriptor::parse(pool.utf8_bytes(method.descriptor_index)?)?.return_type),
        };
        let body = CodeBody::build(editor.pool(), 2, MAX_LOCALS, &code, &[])?;
        editor.set_code(index, body)?;
    }
    Ok(editor.finish()?)
}

/// Enough for the parameters of every method.
const MAX_LOCALS: u16 = 16;

fn store_lock(pool: &mut PoolBuilder<'_>, class: &str) -> Result<Vec<u8>> {
    let [class_high, class_low] = pool.class(class)?.to_be_bytes();
    let [high, low] = pool.field_ref(class, "LOCK", "Ljava/lang/Object;")?.to_be_bytes();
    Ok(vec![op::LDC_W, class_high, class_low, op::PUTSTATIC, high, low, op::RETURN])
}

fn return_zero(kind: Option<Type<'_>>) -> Vec<u8> {
    match kind {
        None => vec![op::RETURN],
        Some(Type::Long) => vec![op::LCONST_0, op::LRETURN],
        Some(Type::Float) => vec![op::FCONST_0, op::FRETURN],
        Some(Type::Double) => vec![op::DCONST_0, op::DRETURN],
        Some(Type::Class(_) | Type::Array(_)) => vec![op::ACONST_NULL, op::ARETURN],
        Some(_) => vec![op::ICONST_0, op::IRETURN],
    }
}
