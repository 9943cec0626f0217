//! An edit of everything that changes nothing.

use std::collections::BTreeMap;

use paratrace_classfile::opcodes as op;
use paratrace_classfile::{
    BranchSlot, ClassEditor, ClassFile, CodeEditor, Error, Instruction, Operands, PoolBuilder, VerificationType,
};

/// Results for the methods of a corpus.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) classes: usize,
    pub(crate) methods: usize,
    pub(crate) refused: BTreeMap<&'static str, usize>,
    pub(crate) dropped: BTreeMap<String, usize>,
}

/// How much is inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Density {
    /// At every place.
    Everything,
    /// Only on branches, with a handler and new locals.
    Branches,
    /// As [`Self::Branches`], and so much in the middle of a method that no short jump reaches across it.
    Middle,
}

/// Rewrites every method of a class that can be rewritten.
pub(crate) fn rewrite(bytes: &[u8], density: Density, counts: &mut Counts) -> Result<Vec<u8>, Error> {
    let class = ClassFile::parse(bytes)?;
    let mut editor = ClassEditor::new(&class);
    counts.classes += 1;
    for index in 0..class.methods.len() {
        match rewrite_method(&class, index, density, editor.pool(), counts) {
            Ok(Some(body)) => {
                counts.methods += 1;
                editor.set_code(index, body)?;
            }
            Ok(None) | Err(Error::NoCode { .. }) => {}
            Err(error) if error.is_refusal() => *counts.refused.entry(reason(&error)).or_default() += 1,
            Err(error) => return Err(error),
        }
    }
    editor.finish()
}

fn reason(error: &Error) -> &'static str {
    match error {
        Error::JsrRet { .. } => "jsr",
        Error::CodeTooLarge { .. } => "code too large",
        Error::PoolFull => "pool full",
        _ => "other",
    }
}

fn rewrite_method(
    class: &ClassFile<'_>,
    index: usize,
    density: Density,
    pool: &mut PoolBuilder<'_>,
    counts: &mut Counts,
) -> Result<Option<Vec<u8>>, Error> {
    let mut editor = CodeEditor::new(class, index)?;
    for name in editor.dropped_attributes() {
        *counts.dropped.entry(name.clone()).or_default() += 1;
    }
    let name = class.methods[index].name(&class.constant_pool)?;
    let length = editor.instructions().len();
    if name == "finalize" && length == 1 {
        // The JVM knows objects without finalizer by this.
        return Ok(None);
    }
    if density == Density::Middle && !editor.instructions().iter().any(|at| at.branch_target().is_some()) {
        return Ok(None);
    }
    add_locals(&mut editor, pool)?;
    if name != "<init>" {
        add_handler(&mut editor, pool, length)?;
    }
    if density == Density::Everything {
        for i in 0..length {
            editor.insert_on_fallthrough(i, [op::NOP]);
            editor.insert_before(i, [op::NOP]);
        }
    }
    if density == Density::Middle {
        editor.insert_before(length / 2, vec![op::NOP; 32_800]);
    }
    insert_on_branches(&mut editor);
    editor.finish(pool).map(Some)
}

fn add_locals(editor: &mut CodeEditor<'_>, pool: &mut PoolBuilder<'_>) -> Result<(), Error> {
    let object = pool.class("java/lang/Object")?;
    let int_at = editor.add_locals(&[VerificationType::Integer, VerificationType::Object(object)]);
    let scratch = editor.reserve_locals(1);
    let mut entry = vec![op::ICONST_0];
    entry.extend(store(op::ISTORE, int_at));
    entry.push(op::ACONST_NULL);
    entry.extend(store(op::ASTORE, int_at + 1));
    entry.push(op::ICONST_1);
    entry.extend(store(op::ISTORE, scratch));
    editor.insert_on_fallthrough(0, entry);
    editor.grow_stack(1);
    Ok(())
}

pub(crate) fn store(opcode: u8, local: u16) -> Vec<u8> {
    match u8::try_from(local) {
        Ok(local) => vec![opcode, local],
        Err(_) => [vec![op::WIDE, opcode], local.to_be_bytes().to_vec()].concat(),
    }
}

/// Catches everything and throws it again; the frame keeps only the new locals.
fn add_handler(editor: &mut CodeEditor<'_>, pool: &mut PoolBuilder<'_>, length: usize) -> Result<(), Error> {
    let max_locals = usize::from(editor.code().max_locals);
    let mut locals = vec![VerificationType::Top; max_locals];
    locals.extend([VerificationType::Integer, VerificationType::Object(pool.class("java/lang/Object")?)]);
    let stack = vec![VerificationType::Object(pool.class("java/lang/Throwable")?)];
    let middle = length / 2;
    let ranges = [0..middle.max(1), middle..length];
    let ranges = if middle == 0 { &ranges[..1] } else { &ranges };
    editor.add_handler(ranges, 0, [op::ATHROW], locals, stack);
    Ok(())
}

/// A `nop` on every 7th branch; on all ways of every switch.
fn insert_on_branches(editor: &mut CodeEditor<'_>) {
    let slots: Vec<_> = editor.instructions().iter().enumerate().flat_map(|(i, at)| slots(i, at)).collect();
    for (number, (i, slot)) in slots.into_iter().enumerate() {
        if slot != BranchSlot::Target || number % 7 == 0 {
            let code = vec![op::NOP; 1 + number % 3];
            editor.insert_on_branch(i, slot, code);
        }
    }
}

/// All branches of an instruction.
pub(crate) fn slots(i: usize, instruction: &Instruction) -> Vec<(usize, BranchSlot)> {
    match &instruction.operands {
        Operands::Branch(_) => vec![(i, BranchSlot::Target)],
        Operands::Switch(switch) => {
            let cases = (0..switch.cases.len()).map(|case| (i, BranchSlot::Case(case)));
            cases.chain([(i, BranchSlot::Default)]).collect()
        }
        _ => Vec::new(),
    }
}
