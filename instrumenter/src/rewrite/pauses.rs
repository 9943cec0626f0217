//! Methods that pause the recording while they run.
//!
//! ```text
//! Buffer paused = Probe.pause();
//! try { the method } finally { Probe.resume(paused); }
//! ```
//!
//! A class file transformer tells before it returns which class it has remade: `Probe.transformed(file, before, name, paused)`. What it was given is kept,
//! as the method may use its parameters for something else.

use paratrace_classfile::descriptor::MethodDescriptor;
use paratrace_classfile::{CodeEditor, Result, VerificationType, opcodes as op};

use super::emit::{BUFFER_CLASS, Emitter, THROWABLE};
use crate::access_flags::ACC_STATIC;
use crate::world::FROM_NAME_OF_TRANSFORMED;

/// The new body of a method that is not traced.
pub(crate) fn insert_pauses(mut emitter: Emitter<'_, '_, '_>, method: usize) -> Result<Vec<u8>> {
    let mut editor = CodeEditor::new(emitter.operands.class, method)?;
    let buffer_type = emitter.class(BUFFER_CLASS)?;
    let mut locals = vec![VerificationType::Top; usize::from(editor.code().max_locals)];
    let parameters = transformed_parameters(&emitter, method)?;
    let mut added = vec![buffer_type];
    if parameters.is_some() {
        added.push(emitter.class("java/lang/Object")?);
        added.push(added[1]);
    }
    locals.extend_from_slice(&added);
    let paused = editor.add_locals(&added);
    let transformed = parameters.map(|parameters| Transformed { parameters, kept: [paused + 1, paused + 2] });
    editor.grow_stack(if transformed.is_some() { 4 } else { 1 });
    let of_jdk = emitter.operands.world.classes[emitter.operands.index].of_jdk;
    let pause = if of_jdk { "pausePlatform" } else { "pause" };
    emitter.call_probe(pause, "()Lparatrace/rt/Buffer;")?;
    emitter.store(b'A', paused);
    if let Some(Transformed { parameters, kept }) = &transformed {
        for (&from, &to) in parameters.iter().zip(kept) {
            emitter.load(b'A', from);
            emitter.store(b'A', to);
        }
    }
    let code = emitter.take();
    editor.insert_on_fallthrough(0, code);
    tell_transformed(&mut emitter, transformed.as_ref(), paused)?;
    resume(&mut emitter, paused)?;
    let code = emitter.take();
    let count = editor.instructions().len();
    for index in 0..count {
        if matches!(editor.instructions()[index].opcode, op::IRETURN..=op::RETURN) {
            editor.insert_before(index, &code);
        }
    }
    resume(&mut emitter, paused)?;
    emitter.op(op::ATHROW);
    let throwable = emitter.class(THROWABLE)?;
    let code = emitter.take();
    let whole = 0..count;
    editor.add_handler(std::slice::from_ref(&whole), 0, code, locals, vec![throwable]);
    editor.finish(emitter.pool)
}

fn resume(emitter: &mut Emitter<'_, '_, '_>, paused: u16) -> Result<()> {
    emitter.load(b'A', paused);
    emitter.call_probe("resume", "(Lparatrace/rt/Buffer;)V")
}

/// Where a class file transformer has the name of the class that it is asked for, and the class file as it is.
struct Transformed {
    /// The locals of these parameters.
    parameters: [u16; 2],
    /// The locals that keep them.
    kept: [u16; 2],
}

/// The locals of both, if a method is `transform`, for a module or not, or the body of a lambda that is: that has in front what it captured.
fn transformed_parameters(emitter: &Emitter<'_, '_, '_>, method: usize) -> Result<Option<[u16; 2]>> {
    let class = emitter.operands.class;
    let Some(method) = class.methods.get(method) else { return Ok(None) };
    let desc = method.descriptor(&class.constant_pool)?;
    let Some(before) = desc.strip_suffix(FROM_NAME_OF_TRANSFORMED) else { return Ok(None) };
    let slots = MethodDescriptor::parse(&format!("{before})V"))?.parameter_slots();
    let receiver = u16::from(method.access_flags & ACC_STATIC == 0);
    Ok(u16::try_from(slots).ok().map(|slots| [slots + receiver, slots + receiver + 3]))
}

/// Hands the runtime the class file that is about to be returned, the one that was there before, and the name.
fn tell_transformed(emitter: &mut Emitter<'_, '_, '_>, transformed: Option<&Transformed>, paused: u16) -> Result<()> {
    let Some(Transformed { kept: [name, file], .. }) = transformed else { return Ok(()) };
    emitter.op(op::DUP);
    emitter.load(b'A', *file);
    emitter.load(b'A', *name);
    emitter.load(b'A', paused);
    emitter.call_probe("transformed", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Lparatrace/rt/Buffer;)V")
}
