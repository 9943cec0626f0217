//! Counts kept in locals while a loop runs, and their addition when control leaves it.

use std::collections::BTreeSet;

use paratrace_classfile::{Result, opcodes as op};

use crate::counters::code::Code;
use crate::counters::tally::{ArraySource, Group, Tallies};

use super::{Inserter, Slots};

/// Stands for the last value of a loop counter in a block that has not run: no index is that small.
pub(super) const NEVER: i32 = i32::MIN;

impl Inserter<'_, '_, '_> {
    /// Counts the accesses of each block by one addition.
    pub(super) fn blocks(&mut self, tallies: &Tallies) -> Result<()> {
        let Some(reached) = self.method.plan.analysis.methods.get(&self.method.id) else { return Ok(()) };
        for (region, group) in &tallies.groups {
            for block in group.blocks.keys() {
                let Some(&count) = self.slots.get(region).and_then(|slots| slots.blocks.get(block)) else { continue };
                let mut code = self.code();
                code.local(op::LLOAD, count).ops(&[op::LCONST_1, op::LADD]).local(op::LSTORE, count);
                let bytes = code.bytes;
                self.editor.insert_before(reached.flow.cfg.blocks[*block].first, bytes);
            }
            for &(block, local) in group.inductions.keys() {
                let Some(&(_, last)) = self.slots.get(region).and_then(|slots| slots.inductions.get(&(block, local)))
                else {
                    continue;
                };
                let bytes = self.code().local(op::ILOAD, local).local(op::ISTORE, last).bytes.clone();
                self.editor.insert_before(reached.flow.cfg.blocks[block].first, bytes);
            }
        }
        for (&block, &(reads, writes)) in &tallies.straight {
            let mut code = self.code();
            code.task().long(reads)?.long(writes)?.add_scalars()?;
            let bytes = code.bytes;
            self.editor.insert_before(reached.flow.cfg.blocks[block].first, bytes);
        }
        Ok(())
    }

    /// Looks arrays up where a loop begins, and adds the counts where it ends, by whichever edge.
    pub(super) fn loops(&mut self, tallies: &Tallies) -> Result<()> {
        let Some(reached) = self.method.plan.analysis.methods.get(&self.method.id) else { return Ok(()) };
        for (&region, group) in &tallies.groups {
            let begin = self.look_up(region, group)?;
            let end = self.flush(region, group)?;
            let Some(found) = self.regions.all.get(&region) else { continue };
            let (entries, exits) = (found.entries.clone(), found.exits.clone());
            entries.into_iter().for_each(|way| self.insert(way, &begin));
            exits.into_iter().for_each(|way| self.insert(way, &end));
            let Some(found) = self.regions.all.get(&region) else { continue };
            let mut handlers: BTreeSet<usize> = BTreeSet::new();
            for &block in &found.blocks {
                let cfg = &reached.flow.cfg;
                handlers
                    .extend(cfg.all_handlers(block).iter().copied().filter(|handler| !found.blocks.contains(handler)));
                let last = cfg.blocks[block].end - 1;
                let opcode = reached.flow.body.insns[last].opcode;
                if matches!(opcode, op::IRETURN..=op::RETURN | op::ATHROW) {
                    self.editor.insert_before(last, &end);
                }
            }
            for handler in handlers {
                self.editor.insert_before(reached.flow.cfg.blocks[handler].first, &end);
            }
            self.catch(region, end)?;
        }
        Ok(())
    }

    fn look_up(&mut self, region: usize, group: &Group) -> Result<Vec<u8>> {
        let slots = std::mem::take(self.slots.entry(region).or_default());
        let mut code = self.code();
        for (array, slots) in group.arrays.iter().zip(&slots.arrays) {
            code.task();
            array.source.load(&mut code);
            code.counter()?.local(op::ASTORE, slots.counter);
        }
        for ((_, local), (start, _)) in &slots.inductions {
            code.local(op::ILOAD, *local).local(op::ISTORE, *start);
        }
        let bytes = code.bytes;
        self.slots.insert(region, slots);
        Ok(bytes)
    }

    pub(super) fn flush(&mut self, region: usize, group: &Group) -> Result<Vec<u8>> {
        let ranges = self.flush_ranges(region, group)?;
        let slots = std::mem::take(self.slots.entry(region).or_default());
        let mut code = self.code();
        code.bytes = ranges;
        for (number, array) in slots.arrays.iter().enumerate() {
            code.local(op::ALOAD, array.counter);
            let counts = group.blocks.iter().map(|(block, tally)| (*block, tally.elements.get(&number)));
            let counts: Vec<_> = counts.map(|(block, tally)| (block, tally.copied().unwrap_or_default())).collect();
            sums(&mut code, &slots, &counts)?;
            code.int(i32::from(array.partial))?.add_elements()?;
            if let Some((low, high)) = array.range {
                code.local(op::ALOAD, array.counter).local(op::ILOAD, low).local(op::ILOAD, high).range()?;
                forget_range(&mut code, array.range)?;
            }
        }
        let scalars: Vec<_> = group.blocks.iter().map(|(block, tally)| (*block, tally.scalars)).collect();
        if scalars.iter().any(|(_, counts)| *counts != (0, 0)) {
            code.task();
            sums(&mut code, &slots, &scalars)?;
            code.add_scalars()?;
        }
        for &count in slots.blocks.values() {
            code.op(op::LCONST_0).local(op::LSTORE, count);
        }
        let bytes = code.bytes;
        self.slots.insert(region, slots);
        Ok(bytes)
    }

    /// Indices that follow from loop counters.
    fn flush_ranges(&mut self, region: usize, group: &Group) -> Result<Vec<u8>> {
        let all = std::mem::take(&mut self.slots);
        let mut code = self.code();
        for (key, induction) in &group.inductions {
            let Some(&(start, last)) = all.get(&region).and_then(|slots| slots.inductions.get(key)) else { continue };
            for ((outer, array), &(least, greatest)) in &induction.arrays {
                let Some(array) = all.get(outer).and_then(|slots| slots.arrays.get(*array)) else { continue };
                code.local(op::ALOAD, array.counter).local(op::ILOAD, start).int(induction.shift)?.op(op::IADD);
                code.local(op::ILOAD, last).int(least)?.int(greatest)?.counted_range()?;
            }
            code.int(NEVER)?.local(op::ISTORE, last);
        }
        let bytes = code.bytes;
        self.slots = all;
        Ok(bytes)
    }
}

/// Adds up the counts of blocks, times how often each counts: reads, then writes.
fn sums(code: &mut Code<'_, '_>, slots: &Slots, counts: &[(usize, (u32, u32))]) -> Result<()> {
    for write in [false, true] {
        let mut empty = true;
        for (block, (reads, writes)) in counts {
            let times = if write { *writes } else { *reads };
            let Some(&count) = slots.blocks.get(block).filter(|_| times > 0) else { continue };
            code.local(op::LLOAD, count);
            if times > 1 {
                code.long(times)?.op(op::LMUL);
            }
            if !std::mem::replace(&mut empty, false) {
                code.op(op::LADD);
            }
        }
        if empty {
            code.op(op::LCONST_0);
        }
    }
    Ok(())
}

pub(super) fn forget_range(code: &mut Code<'_, '_>, range: Option<(u16, u16)>) -> Result<()> {
    if let Some((low, high)) = range {
        code.int(i32::MAX)?.local(op::ISTORE, low).int(i32::MIN)?.local(op::ISTORE, high);
    }
    Ok(())
}

/// The code that loads an array again.
impl ArraySource {
    fn load(self, code: &mut Code<'_, '_>) {
        match self {
            ArraySource::Local(local) => code.local(op::ALOAD, local),
            ArraySource::OwnField(constant) => code.op(op::ALOAD_0).u2(op::GETFIELD, constant),
        };
    }
}
