//! Mnemonics: the names of instructions.

use paratrace_jvm::opcodes;

/// Returns the mnemonic of an opcode; `?` if there is none.
#[must_use]
pub fn mnemonic(opcode: u8) -> &'static str {
    opcodes::name(opcode).unwrap_or("?")
}
