//! Finds the method that owns a row of a flat table.

use crate::map::InstructionId;
use std::ops::Range;

use super::{BlockId, Method, MethodId, ProgramMap};

/// Finds the method that owns a start, a block or an instruction. Made by [`ProgramMap::owners`]; a search is binary.
#[derive(Debug, Clone, Default)]
pub struct Owners {
    starts: Vec<(Range<u32>, MethodId)>,
    blocks: Vec<(Range<u32>, MethodId)>,
    insns: Vec<(Range<u32>, MethodId)>,
}

impl Owners {
    /// The method of a start.
    pub fn of_start(&self, start: u32) -> Option<MethodId> {
        find(&self.starts, start)
    }

    /// The method of a block.
    pub fn of_block(&self, block: BlockId) -> Option<MethodId> {
        find(&self.blocks, block.number())
    }

    /// The method of an instruction.
    pub fn of_insn(&self, insn: InstructionId) -> Option<MethodId> {
        find(&self.insns, insn.number())
    }
}

impl ProgramMap {
    /// An index from starts, blocks and instructions to methods.
    pub fn owners(&self) -> Owners {
        Owners {
            starts: collect(&self.methods, |m| &m.starts),
            blocks: collect(&self.methods, |m| &m.blocks),
            insns: collect(&self.methods, |m| &m.insns),
        }
    }
}

fn collect(methods: &[Method], range: impl Fn(&Method) -> &Range<u32>) -> Vec<(Range<u32>, MethodId)> {
    let all = MethodId::all().zip(methods);
    let mut rows: Vec<_> = all.map(|(id, m)| (range(m).clone(), id)).filter(|(r, _)| !r.is_empty()).collect();
    rows.sort_unstable_by_key(|(r, _)| r.start);
    rows
}

fn find(rows: &[(Range<u32>, MethodId)], row: u32) -> Option<MethodId> {
    let after = rows.partition_point(|(r, _)| r.start <= row);
    let (range, method) = rows.get(after.checked_sub(1)?)?;
    range.contains(&row).then_some(*method)
}
