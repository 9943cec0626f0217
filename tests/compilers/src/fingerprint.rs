//! Fingerprints of classes: by their code, whatever their version and the order of their constant pool.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use anyhow::Result;
use paratrace_classfile::{ClassFile, Code, Constant, Operands};

/// Hashes hierarchy, members and code of a class. Compilers and releases that emit the same instructions give the same.
///
/// # Errors
/// Fails if it is no class file.
pub fn fingerprint(bytes: &[u8]) -> Result<u64> {
    let class = ClassFile::parse(bytes)?;
    let mut hasher = DefaultHasher::new();
    (class.name()?, class.super_name()?, class.access_flags).hash(&mut hasher);
    for interface in class.interface_names() {
        interface?.hash(&mut hasher);
    }
    for member in class.fields.iter().chain(&class.methods) {
        let pool = &class.constant_pool;
        (member.name(pool)?, member.descriptor(pool)?, member.access_flags).hash(&mut hasher);
    }
    for method in &class.methods {
        if let Some(code) = Code::of(&class, method)? {
            hash_code(&class, &code, &mut hasher)?;
        }
    }
    Ok(hasher.finish())
}

fn hash_code(class: &ClassFile<'_>, code: &Code<'_>, hasher: &mut DefaultHasher) -> Result<()> {
    for insn in code.decode()? {
        (insn.pc, insn.opcode).hash(hasher);
        match insn.operands {
            Operands::Constant(index) | Operands::MultiArray { class: index, .. } => {
                hash_constant(class, index, hasher)?;
            }
            other => format!("{other:?}").hash(hasher),
        }
    }
    for entry in &code.exception_table {
        (entry.start_pc, entry.end_pc, entry.handler_pc).hash(hasher);
    }
    Ok(())
}

/// A constant by what it names.
fn hash_constant(class: &ClassFile<'_>, index: u16, hasher: &mut DefaultHasher) -> Result<()> {
    let pool = &class.constant_pool;
    let constant = pool.get(index)?;
    constant.kind_name().hash(hasher);
    match constant {
        Constant::Class(_) => pool.class_name(index)?.hash(hasher),
        Constant::String(text) | Constant::MethodType(text) => pool.utf8_bytes(text)?.hash(hasher),
        Constant::FieldRef { .. } | Constant::MethodRef { .. } | Constant::InterfaceMethodRef { .. } => {
            let member = pool.member_ref(index)?;
            (member.class, member.name, member.descriptor).hash(hasher);
        }
        Constant::MethodHandle { kind, reference } => {
            kind.hash(hasher);
            hash_constant(class, reference, hasher)?;
        }
        Constant::Dynamic { bootstrap, name_and_type } | Constant::InvokeDynamic { bootstrap, name_and_type } => {
            pool.name_and_type(name_and_type)?.hash(hasher);
            let Some(row) = class.bootstrap_methods().nth(bootstrap.into()) else { return Ok(()) };
            for index in std::iter::once(row.method).chain(row.arguments()) {
                hash_constant(class, index, hasher)?;
            }
        }
        other => format!("{other:?}").hash(hasher),
    }
    Ok(())
}
