//! Code where control leaves a region or the method, normally or by an exception.

use std::ops::Range;

use paratrace_classfile::{BranchSlot, Result, VerificationType as Verified, opcodes as op};

use crate::counters::loops::{BranchWay, Way};

use super::{Inserter, Role};

impl Inserter<'_, '_, '_> {
    /// Exceptions that nothing in the method catches.
    pub(super) fn catch(&mut self, region: usize, flush: Vec<u8>) -> Result<()> {
        let Some(reached) = self.method.plan.analysis.methods.get(&self.method.id) else { return Ok(()) };
        // `this` may not be initialised yet, and then no handler can be entered.
        let Some(found) = self.regions.all.get(&region).filter(|_| !self.method.is_constructor()) else {
            return Ok(());
        };
        let blocks = found.blocks.iter().map(|&block| &reached.flow.cfg.blocks[block]);
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for block in blocks {
            match ranges.last_mut().filter(|range| range.end == block.first) {
                Some(range) => range.end = block.end,
                None => ranges.push(block.first..block.end),
            }
        }
        self.rethrow(&ranges, flush)
    }

    /// A handler that does something and lets the exception go on.
    pub(super) fn rethrow(&mut self, ranges: &[Range<usize>], first: Vec<u8>) -> Result<()> {
        let method = self.method;
        let throwable = self.pool.class("java/lang/Throwable")?;
        let mut code = self.code();
        code.bytes = first;
        if let Role::Task(name) = &method.role {
            code.leave(name)?;
        }
        let bytes = code.op(op::ATHROW).bytes.clone();
        let mut locals = vec![Verified::Top; usize::from(self.task)];
        locals.extend(&self.added);
        self.editor.add_handler(ranges, 0, bytes, locals, vec![Verified::Object(throwable)]);
        Ok(())
    }

    pub(super) fn insert(&mut self, way: Way, code: &[u8]) {
        match way {
            Way::Fall(at) => self.editor.insert_on_fallthrough(at, code),
            Way::Branch(at, BranchWay::Target) => self.editor.insert_on_branch(at, BranchSlot::Target, code),
            Way::Branch(at, BranchWay::Case(case)) => self.editor.insert_on_branch(at, BranchSlot::Case(case), code),
            Way::Branch(at, BranchWay::Default) => self.editor.insert_on_branch(at, BranchSlot::Default, code),
        }
    }
}
