//! Methods that pause the recording while they run.
//!
//! ```text
//! Buffer paused = Probe.pause();
//! try { the method } finally { Probe.resume(paused); }
//! ```

use paratrace_classfile::{CodeEditor, Result, VerificationType, opcodes as op};

use super::emit::{BUFFER_CLASS, Emitter, THROWABLE};

/// The new body of a method that is not traced.
pub(crate) fn insert_pauses(mut emitter: Emitter<'_, '_, '_>, method: usize) -> Result<Vec<u8>> {
    let mut editor = CodeEditor::new(emitter.operands.class, method)?;
    let buffer_type = emitter.class(BUFFER_CLASS)?;
    let mut locals = vec![VerificationType::Top; usize::from(editor.code().max_locals)];
    locals.push(buffer_type);
    let paused = editor.add_locals(&[buffer_type]);
    editor.grow_stack(1);
    let of_jdk = emitter.operands.world.classes[emitter.operands.index].of_jdk;
    let pause = if of_jdk { "pausePlatform" } else { "pause" };
    emitter.call_probe(pause, "()Lparatrace/rt/Buffer;")?;
    emitter.store(b'A', paused);
    let code = emitter.take();
    editor.insert_on_fallthrough(0, code);
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
