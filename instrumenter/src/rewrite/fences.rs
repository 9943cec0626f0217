//! Methods that change which thread is the current one lose nothing that was stored before.
//!
//! ```text
//! Unsafe.getUnsafe().storeFence();
//! carrier.setCurrentThread(thread);
//! ```
//!
//! C2 replaces `Thread.setCurrentThread` by stores outside of the heap, and takes the state that they leave there for that of all memory
//! (HotSpot 25: `LibraryCallKit::extend_setCurrentThread`, where `set_all_memory` gets what stores of raw memory return). So it drops
//! what was stored into objects since the last call or barrier. The JDK itself stores only into volatile fields there, which are
//! barriers, but the recording stores the end of a traced method that is inlined. After a fence all memory has one state, on which those
//! stores follow. On x86 it is no instruction.

use paratrace_classfile::{CodeEditor, PoolBuilder, Result, opcodes as op};

use super::emit::Emitter;
use crate::accessors::UNSAFE;
use crate::jdk;

/// The new body of such a method, which is not traced.
pub(crate) fn insert_fences(emitter: Emitter<'_, '_, '_>, method: usize) -> Result<Vec<u8>> {
    let class = emitter.operands.class;
    let mut editor = CodeEditor::new(class, method)?;
    let code = fence(emitter.pool)?;
    for index in 0..editor.instructions().len() {
        if jdk::sets_current_thread(class, &editor.instructions()[index]) {
            editor.insert_before(index, &code);
        }
    }
    // The object whose method is called, on top of the arguments.
    editor.grow_stack(1);
    editor.finish(emitter.pool)
}

/// `Unsafe.getUnsafe().storeFence()`
fn fence(pool: &mut PoolBuilder<'_>) -> Result<Vec<u8>> {
    let get = pool.method_ref(UNSAFE, "getUnsafe", "()Ljdk/internal/misc/Unsafe;")?;
    let fence = pool.method_ref(UNSAFE, "storeFence", "()V")?;
    let call = |opcode: u8, method: u16| [&[opcode][..], &method.to_be_bytes()].concat();
    Ok([call(op::INVOKESTATIC, get), call(op::INVOKEVIRTUAL, fence)].concat())
}
