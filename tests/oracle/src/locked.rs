//! Random methods that have a lock of `java.util.concurrent` while they are executed.

use paratrace_jvm::opcodes;
use paratrace_traceformat::map::{Op, ProgramMap};

use crate::program::{RawBlock, RawInsn, RawMethod};
use crate::random::Random;
use crate::sites::{self, Shape};

/// Locks an argument at the beginning of a method, if it has one that it keeps, and unlocks it before each return. Exceptions leave it locked.
pub(crate) fn lock_around(random: &mut Random, map: &mut ProgramMap, raw: &mut RawMethod, shape: &Shape) {
    let is_changed = |local: u32| {
        let changes = |insn: &RawInsn| match insn.op {
            Op::Store => insn.arg == local,
            Op::Iinc => insn.arg & 0xffff == local,
            _ => false,
        };
        raw.blocks.iter().flat_map(|block| &block.insns).any(changes)
    };
    let mut kept: Vec<u32> = sites::slots(&shape.desc, shape.is_static);
    kept.retain(|&local| !is_changed(local));
    if kept.is_empty() {
        return;
    }
    let local = random.pick(&kept);
    let cut = random.chance(50);
    let unlock = call(map, "unlock", local, false);
    for block in &mut raw.blocks {
        let returns = |insn: &RawInsn| matches!(insn.op, Op::Return | Op::ReturnValue);
        if let Some(at) = block.insns.iter().position(returns) {
            block.insns.splice(at..at, unlock);
        }
    }
    let name = random.pick(&["lock", "lockInterruptibly"]);
    begin_with(raw, call(map, name, local, cut), cut);
}

/// The instructions of a call of a lock that a local has.
fn call(map: &mut ProgramMap, name: &str, local: u32, cut: bool) -> [RawInsn; 2] {
    let site = map.sites.len() as u32;
    map.sites.push(sites::lock(name, cut));
    let load = RawInsn { op: Op::Load, arg: local, opcode: opcodes::ALOAD, flags: 0 };
    [load, RawInsn { op: Op::Invoke, arg: site, opcode: opcodes::INVOKESTATIC, flags: 0 }]
}

/// Puts a call before all that a method does. If it is cut, that goes on in a block of its own.
fn begin_with(raw: &mut RawMethod, call: [RawInsn; 2], cut: bool) {
    if !cut {
        raw.blocks[0].insns.splice(0..0, call);
        return;
    }
    let next = raw.blocks.len();
    let first = RawBlock { insns: call.into(), to: vec![next], ..RawBlock::default() };
    let rest = std::mem::replace(&mut raw.blocks[0], first);
    if let Some(after) = raw.blocks.iter_mut().find(|block| block.after == Some(0)) {
        after.after = Some(next);
    }
    raw.blocks.push(RawBlock { after: Some(0), ..rest });
}
