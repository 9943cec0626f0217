//! Classes that a verifier must reject.

use anyhow::{Context, Result};
use paratrace_classfile::{ClassEditor, ClassFile, CodeEditor, VerificationType, opcodes as op};

/// The name of the class as compiled.
const NAME: &str = "ParatraceCanary";

/// How a canary is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Frames name a local that was never assigned.
    Frame,
    /// A pop from an empty stack.
    Stack,
    /// The same in a class of version 49: it is verified by type inference.
    Inference,
}

/// Breaks the compiled canary and moves it to a package (`a/b/`, or empty).
pub(crate) fn broken(compiled: &[u8], fault: Fault, package: &str) -> Result<Vec<u8>> {
    let class = ClassFile::parse(compiled)?;
    let is_sum = |index: &usize| class.methods[*index].name(&class.constant_pool).is_ok_and(|name| name == "sum");
    let index = (0..class.methods.len()).find(is_sum).context("the canary has a method sum")?;
    let mut editor = ClassEditor::new(&class);
    let mut code = CodeEditor::new(&class, index)?;
    match fault {
        Fault::Frame => drop(code.add_locals(&[VerificationType::Integer])),
        Fault::Stack | Fault::Inference => code.insert_before(0, [op::POP]),
    }
    let body = code.finish(editor.pool())?;
    editor.set_code(index, body)?;
    let mut bytes = editor.finish()?;
    if fault == Fault::Inference {
        bytes[7] = 49;
    }
    renamed(&bytes, package)
}

/// The bytes with another package. A class file has no offsets, so the name can be replaced as it stands in the pool.
fn renamed(bytes: &[u8], package: &str) -> Result<Vec<u8>> {
    let utf8 = |name: &str| -> Result<Vec<u8>> {
        Ok([&[1], u16::try_from(name.len())?.to_be_bytes().as_slice(), name.as_bytes()].concat())
    };
    let old = utf8(NAME)?;
    let at = bytes.windows(old.len()).position(|window| window == old).context("the canary names itself")?;
    Ok([&bytes[..at], &utf8(&format!("{package}{NAME}"))?, &bytes[at + old.len()..]].concat())
}
