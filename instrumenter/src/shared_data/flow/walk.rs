//! The walk over the blocks: what each starts with, and what flows into it where ways join.

use paratrace_classfile::descriptor::{MethodDescriptor, Type};
use paratrace_classfile::{Instruction, Member, opcodes as op};

use super::Walker;
use super::event::{Event, Index, NULL, Ref, Source};
use crate::access_flags::ACC_STATIC;
use crate::shared_data::order::{assigned, order};
use crate::shared_data::stack::{Stack, Value};

impl<'c> Walker<'c> {
    pub(super) fn walk(&mut self, method: &Member<'c>) -> Option<()> {
        let blocks = self.flow.cfg.blocks.len();
        let mut ways = vec![0u32; blocks];
        ways[0] = 1;
        let mut comes_from = vec![Vec::new(); blocks];
        for block in 0..blocks {
            let cfg = &self.flow.cfg;
            cfg.next(block).iter().chain(cfg.all_handlers(block)).for_each(|&to| ways[to] += 1);
            cfg.successors_of(block).for_each(|to| comes_from[to].push(block));
        }
        self.states = vec![None; blocks];
        let entry = self.entry(method)?;
        self.arrive(0, &entry, ways[0] > 1);
        let mut seen = vec![false; blocks];
        for block in order(&self.flow.cfg) {
            self.settle(block, comes_from[block].iter().all(|&from| seen[from]))?;
            seen[block] = true;
            let mut state = self.states[block].clone()?;
            if self.flow.loops.innermost[block].is_some() {
                let index = |value: &Value| Index { value: value.id, offset: value.offset };
                self.flow.locals[block] = state.locals.iter().map(index).collect();
            }
            self.block(block, &mut state)?;
            for index in 0..self.flow.cfg.next(block).len() {
                let to = self.flow.cfg.next(block)[index];
                self.arrive(to, &state, ways[to] > 1);
            }
        }
        Some(())
    }

    /// Ways into a block that are still to come may bring other values: loops those that they assign, others any.
    fn settle(&mut self, block: usize, all_came: bool) -> Option<()> {
        if all_came {
            return Some(());
        }
        let flow = &self.flow;
        let header = flow.loops.innermost[block]
            .filter(|&index| flow.loops.loops[index].header == block && flow.loops.loops[index].reducible);
        let assigned = header.map(|index| assigned(flow, index));
        let mut state = self.states[block].take()?;
        let stays = |local: usize| assigned.as_ref().is_some_and(|all| !all.contains(&local));
        for (local, value) in state.locals.iter_mut().enumerate() {
            if !value.is_pad() && !stays(local) {
                (value.id, value.offset) = (self.value(), 0);
            }
        }
        for value in state.stack.iter_mut().filter(|value| !value.is_pad()) {
            (value.id, value.offset) = (self.value(), 0);
        }
        self.states[block] = Some(state);
        Some(())
    }

    fn entry(&mut self, method: &Member<'c>) -> Option<Stack> {
        let pool = &self.class.constant_pool;
        let desc = method.descriptor(pool).ok()?;
        let mut locals = Vec::new();
        if method.access_flags & ACC_STATIC == 0 {
            locals.push(self.reference());
            let writes =
                |insn: &Instruction| (op::ISTORE..=op::ASTORE_3).contains(&insn.opcode) && insn.local() == Some(0);
            self.has_this = !self.flow.body.insns.iter().any(writes);
        }
        let parsed = MethodDescriptor::parse(&*desc).ok()?;
        for parameter in &parsed.parameters {
            let value = self.of_type(parameter);
            locals.push(value);
            if parameter.slots() == 2 {
                locals.push(Value::PAD);
            }
        }
        self.flow.parameters = locals.iter().filter(|value| !value.is_pad()).map(|value| value.reference).collect();
        locals.resize(usize::from(self.flow.body.max_locals).max(locals.len()), Value::default());
        Some(Stack { locals, stack: Vec::new() })
    }

    /// A way into a block: values flow into those of the block.
    fn arrive(&mut self, block: usize, from: &Stack, joins: bool) {
        if let Some(mut known) = self.states[block].take() {
            for (to, from) in known.values_mut().zip(from.values()) {
                self.copy(from.reference, to.reference);
                if (to.id, to.offset) != (from.id, from.offset) && !to.is_pad() {
                    (to.id, to.offset) = (self.value(), 0);
                }
            }
            self.states[block] = Some(known);
            return;
        }
        let mut state = from.clone();
        for value in state.values_mut() {
            value.source = Source::Other;
            if joins && value.reference != 0 {
                let from = value.reference;
                value.reference = self.new_reference();
                self.copy(from, value.reference);
            }
        }
        self.states[block] = Some(state);
    }

    fn block(&mut self, block: usize, state: &mut Stack) -> Option<()> {
        let (first, end) = (self.flow.cfg.blocks[block].first, self.flow.cfg.blocks[block].end);
        let handlers = self.flow.cfg.all_handlers(block).to_vec();
        for &handler in &handlers {
            self.arrive_at_handler(handler, state);
        }
        for at in first..end {
            let insn = self.flow.body.insns[at].clone();
            self.step(at, &insn, state)?;
            let stores = matches!(insn.opcode, op::ASTORE | op::ASTORE_0..=op::ASTORE_3);
            for &handler in handlers.iter().filter(|_| stores) {
                self.arrive_at_handler(handler, state);
            }
        }
        Some(())
    }

    /// A handler finds the locals, and an exception of which nothing is known.
    fn arrive_at_handler(&mut self, handler: usize, state: &Stack) {
        let mut found = Stack { locals: state.locals.clone(), stack: Vec::new() };
        for value in found.locals.iter_mut().filter(|value| !value.is_pad()) {
            (value.id, value.offset) = (self.value(), 0);
        }
        if self.states[handler].is_none() {
            let exception = self.reference();
            let class = "java/lang/Throwable".to_owned();
            self.flow.events.push(Event::Foreign { to: exception.reference, class });
            found.stack.push(exception);
        } else {
            found.stack.push(Value::default());
        }
        self.arrive(handler, &found, true);
    }

    pub(super) fn copy(&mut self, from: Ref, to: Ref) {
        if from > NULL && to != 0 && from != to {
            self.flow.events.push(Event::Copy { from, to });
        }
    }

    pub(super) fn value(&mut self) -> u32 {
        self.next_value += 1;
        self.next_value
    }

    pub(super) fn new_reference(&mut self) -> Ref {
        self.flow.references += 1;
        self.flow.references - 1
    }

    pub(super) fn reference(&mut self) -> Value {
        Value { id: self.value(), reference: self.new_reference(), ..Value::default() }
    }

    pub(super) fn of_type(&mut self, kind: &Type<'_>) -> Value {
        if kind.is_reference() { self.reference() } else { Value { id: self.value(), ..Value::default() } }
    }
}
