//! Positions of code in its method and in the source.

use paratrace_traceformat::map::{BlockId, MethodId, ProgramMap};

use crate::base::span;

/// Returns the source line of an instruction; -1 if the class file has none.
pub fn line(map: &ProgramMap, method: MethodId, pc: u16) -> i32 {
    map.line_of(method, pc).map_or(-1, i32::from)
}

/// Returns the source file that an instruction lies in, if the class file names it: that of the method's class, or the one that inlined code
/// comes from.
pub fn source_file(map: &ProgramMap, method: MethodId, pc: u16) -> Option<String> {
    map.file_of(method, pc).map(str::to_owned)
}

/// Returns the jar, or the module of a traced JDK, that a method's class came from; `None` for a class in a directory.
pub fn jar(map: &ProgramMap, method: MethodId) -> Option<&str> {
    let class = &map.classes[map.methods[method.index()].class.index()];
    let (container, _) = class.origin.split_once("!/")?;
    let name = container.to_ascii_lowercase();
    let is_archive = [".jar", ".zip", ".war", ".ear"].iter().any(|end| name.ends_with(end));
    (is_archive || class.is_of_jdk()).then_some(container)
}

/// Returns the bytecode offset of the first instruction at a block; for an empty block, that of its successor.
pub fn first_pc(map: &ProgramMap, block: BlockId) -> u16 {
    let mut at = block;
    for _ in 0..map.blocks.len() {
        let here = &map.blocks[at.index()];
        if let Some(insn) = here.instructions().next() {
            return map.insns.pc[insn.index()];
        }
        match map.edges[span(&here.edges)].first() {
            Some(edge) => at = edge.to,
            None => break,
        }
    }
    0
}
