//! Calls: those that hand on the counters, create arrays, or copy them.

use paratrace_classfile::{Result, opcodes as op};

use crate::counters::code::{MARK_CLONE, clone_marker, with_task};
use crate::counters::plan::Redirect;
use crate::shared_data::{AccessKind, Event, Owner};

use super::Inserter;

impl Inserter<'_, '_, '_> {
    /// Calls of methods with copies go there; arrays that are created or copied are noted.
    pub(super) fn calls(&mut self) -> Result<()> {
        let (method, plan) = (self.method, self.method.plan);
        let Some(reached) = plan.analysis.methods.get(&method.id) else { return Ok(()) };
        for event in &reached.flow.events {
            match event {
                Event::New { at, .. } if plan.annotations.noted.contains(&(method.id, *at)) => {
                    let bytes = self.code().created()?.bytes.clone();
                    self.editor.insert_on_fallthrough(*at + 1, bytes);
                }
                Event::Call(call) => {
                    if let Some(Redirect { class, interface }) = plan.redirect(call) {
                        let desc = with_task(&call.desc);
                        let constant = match interface {
                            true => self.pool.interface_method_ref(&class, &call.name, &desc)?,
                            false => self.pool.method_ref(&class, &call.name, &desc)?,
                        };
                        let bytes = self.code().task().bytes.clone();
                        self.editor.insert_before(call.at, bytes);
                        self.editor.retarget(call.at, constant, 1);
                    }
                    self.copies(call)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn copies(&mut self, call: &crate::shared_data::Call) -> Result<()> {
        let (method, plan) = (self.method, self.method.plan);
        if plan.annotations.noted.contains(&(method.id, call.at)) {
            let bytes = self.code().created()?.bytes.clone();
            self.editor.insert_on_fallthrough(call.at + 1, bytes);
        }
        if let Some(holder) = plan.cloned_mark(method.world, call) {
            let (number, _) = self.needs.cloned.insert_full(holder);
            let marker = self.own_method(&clone_marker(number), MARK_CLONE)?;
            let bytes = self.code().op(op::DUP).task().u2(op::INVOKESTATIC, marker).bytes.clone();
            self.editor.insert_on_fallthrough(call.at + 1, bytes);
        }
        let counted = |write: bool| {
            plan.annotations.methods.get(&method.id).into_iter().flatten().any(|annotation| {
                let here = annotation.at == call.at && annotation.write == write;
                here && annotation.kind == AccessKind::Copy && annotation.owner != Owner::Task
            })
        };
        match (counted(false), counted(true)) {
            (false, false) => Ok(()),
            (reads, writes) if call.name == "arraycopy" => self.array_copy(call.at, reads, writes),
            _ => {
                let source = self.editor.reserve_locals(1);
                let before = self.code().op(op::DUP).local(op::ASTORE, source).bytes.clone();
                let after = self.code().task().local(op::ALOAD, source).cloned()?.bytes.clone();
                self.editor.insert_before(call.at, before);
                self.editor.insert_on_fallthrough(call.at + 1, after);
                Ok(())
            }
        }
    }

    /// Keeps the arguments of the call: if it throws nothing they tell which elements were copied. The task's own array
    /// is not counted.
    fn array_copy(&mut self, at: usize, reads: bool, writes: bool) -> Result<()> {
        let first = self.editor.reserve_locals(5);
        let kinds = [op::ALOAD, op::ILOAD, op::ALOAD, op::ILOAD, op::ILOAD];
        let mut before = self.code();
        for (local, kind) in (first..).zip(kinds).collect::<Vec<_>>().into_iter().rev() {
            before.local(if kind == op::ALOAD { op::ASTORE } else { op::ISTORE }, local);
        }
        for (local, kind) in (first..).zip(kinds) {
            before.local(kind, local);
        }
        let before = before.bytes;
        let mut after = self.code();
        after.task();
        for ((local, kind), counts) in (first..).zip(kinds).zip([reads, true, writes, true, true]) {
            if counts {
                after.local(kind, local);
            } else {
                after.op(op::ACONST_NULL);
            }
        }
        let after = after.copied()?.bytes.clone();
        self.editor.insert_before(at, before);
        self.editor.insert_on_fallthrough(at + 1, after);
        Ok(())
    }
}
