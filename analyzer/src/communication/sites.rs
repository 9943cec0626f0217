//! Sites of instructions: the innermost loop around each, else its method.

use paratrace_traceformat::map::{InstructionId, NONE, Op, ProgramMap};

/// A loop or a method, numbered like regions: methods first, then loops.
pub(crate) type Site = u32;

/// The site of each instruction.
#[derive(Debug)]
pub(crate) struct Sites {
    of: Vec<Site>,
}

impl Sites {
    pub(crate) fn new(map: &ProgramMap) -> Self {
        let mut of = vec![NONE; map.insns.pc.len()];
        for (method, number) in map.methods.iter().zip(0..) {
            for block in &map.blocks[paratrace_replay::base::span(&method.blocks)] {
                let site = if block.loop_.is_none() { number } else { map.methods.len() as u32 + block.loop_.number() };
                of[paratrace_replay::base::span(&block.insns)].fill(site);
            }
        }
        Self { of }
    }

    pub(crate) fn of(&self, insn: InstructionId) -> Site {
        self.of[insn.index()]
    }
}

/// Returns the bytes of the value that an access reads or writes; 0 if the instruction does not tell.
pub(crate) fn width(map: &ProgramMap, insn: InstructionId) -> u8 {
    let (op, arg) = (Op::from_byte(map.insns.op[insn.index()]), map.insns.arg[insn.index()]);
    let descriptor = match op {
        Some(Op::GetField | Op::PutField | Op::GetStatic | Op::PutStatic) => {
            map.fields[arg as usize].desc.bytes().next().unwrap_or(b'L')
        }
        Some(Op::ArrayLoad | Op::ArrayStore) => arg as u8,
        Some(Op::Invoke) => match map.call_at(insn).and_then(|site| site.access(map)) {
            Some((_, descriptor)) => descriptor,
            None => return 0,
        },
        _ => return 0,
    };
    match descriptor {
        b'Z' | b'B' => 1,
        b'C' | b'S' => 2,
        b'J' | b'D' => 8,
        _ => 4,
    }
}
