//! Zero-copy reading of Java class files and rewriting of their `Code` attributes.
//!
//! Class files of Java 1.0.2 to 25 (major versions 45 to 69) are read as windows into their bytes; what is not looked at
//! costs nothing. What is not changed is copied byte for byte: constants keep their indices, new ones are appended, and
//! a method that is not edited stays as it is. Nothing of this crate knows what code is inserted for.
//!
//! ```
//! use paratrace_classfile::{BranchSlot, ClassEditor, ClassFile, CodeEditor, Result, VerificationType, opcodes};
//!
//! /// Lets every method count the conditional branches it takes, in a local variable.
//! fn count_taken_branches(bytes: &[u8]) -> Result<Vec<u8>> {
//!     let class = ClassFile::parse(bytes)?;
//!     let mut editor = ClassEditor::new(&class);
//!     for (index, method) in class.methods.iter().enumerate() {
//!         if method.code_attribute().is_none() {
//!             continue;
//!         }
//!         let mut code = CodeEditor::new(&class, index)?;
//!         let counter = code.add_locals(&[VerificationType::Integer]);
//!         let [high, low] = counter.to_be_bytes();
//!         code.insert_on_fallthrough(0, [opcodes::ICONST_0, opcodes::WIDE, opcodes::ISTORE, high, low]);
//!         code.grow_stack(1);
//!         for i in 0..code.instructions().len() {
//!             if code.instructions()[i].branch_target().is_some() {
//!                 code.insert_on_branch(i, BranchSlot::Target, [opcodes::WIDE, opcodes::IINC, high, low, 0, 1]);
//!             }
//!         }
//!         let body = code.finish(editor.pool())?;
//!         editor.set_code(index, body)?;
//!     }
//!     editor.finish()
//! }
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`read`] | [`ClassFile`], [`ConstantPool`], [`Code`], [`instructions`], stack map frames |
//! | [`mod@write`] | [`ClassEditor`], [`PoolBuilder`], [`CodeEditor`], [`CodeBody`] |
//! | [`descriptor`], [`opcodes`], [`mutf8`] | the small formats within |
//! | [`error`], [`limits`] | what can go wrong, and how much is too much |
//!
//! # Promises
//!
//! * No input makes a function panic, and no number in the input makes it reserve memory before the bytes are there.
//! * Without a change, [`ClassEditor::finish`] and [`CodeEditor::finish`] return their input.
//! * Frames are moved and extended, never computed anew; a method whose frames are missing where they are needed is
//!   refused. See [`mod@write`] for what happens to each table.
//! * What the JVM accepted before, it accepts afterwards, if the inserted code is sound: the tests let the verifier
//!   judge whole JDKs.

pub mod descriptor;
pub mod error;
pub mod limits;
pub mod mutf8;
pub mod read;
pub mod write;

pub use error::{Error, Result};
pub use paratrace_jvm::opcodes;
pub use read::bootstrap::BootstrapMethod;
pub use read::class::{Attribute, ClassFile, Member};
pub use read::code::{Code, ExceptionEntry, LocalVariable, line_numbers, local_variables};
pub use read::frames::VerificationType;
pub use read::instruction::{Instruction, Instructions, Operands, Switch, instructions};
pub use read::pool::{Constant, ConstantPool, MemberKind, MemberRef};
pub use read::source_map::{SourceLine, SourceMap};
pub use write::{
    BranchSlot, CatchAll, ClassEditor, CodeBody, CodeEditor, ConstantValue, Frame, PoolBuilder, stack_effect,
};
