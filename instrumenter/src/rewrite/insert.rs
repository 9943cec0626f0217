//! Inserts the probes of one method.
//!
//! Two locals are added: the thread's buffer and the path number. A handler around the whole method writes the path of
//! an exception that leaves it; exceptions that are caught write it at their handler, where a new path begins.

use std::ops::Range;

use paratrace_classfile::{BranchSlot, CodeEditor, Instruction, Operands, Result, VerificationType, opcodes as op};
use paratrace_traceformat::map::{Mode, Op, PEI, StartKind};

use super::emit::{BUFFER_CLASS, Emitter, Locals, StackSize, THROWABLE};
use super::parameters::kept_parameters;
use crate::method::{
    Block, Fact, Plan, Probe, STACK_ROOM, Step, is_cut_call, recorded_on_arrival, released, scratch_slots,
};

/// How a constructor gives its object a number before the super class has been initialised.
#[derive(Debug, Clone, Default)]
pub(crate) struct EarlyNumber {
    /// True if the constructor gives its object a number that early.
    pub(crate) needed: bool,
    /// Its class holds the number and the constructor calls the super class: it stores the number first of all.
    pub(crate) holder: Option<String>,
}

/// The new body of a method.
pub(crate) fn insert_probes(
    mut emitter: Emitter<'_, '_, '_>,
    method: usize,
    plan: &Plan,
    path_base: u32,
    early: &EarlyNumber,
) -> Result<Vec<u8>> {
    let mut editor = CodeEditor::with_instructions(emitter.operands.class, method, &plan.body.insns)?;
    let buffer_type = emitter.class(BUFFER_CLASS)?;
    let mut types = vec![buffer_type, VerificationType::Integer];
    types.extend(early.needed.then_some(VerificationType::Integer));
    let buffer = editor.add_locals(&types);
    let scratch = match scratch_slots(&plan.steps) {
        0 => 0,
        // Some may be of recipes that were found to be wrong later.
        _ => plan.facts.iter().flatten().map(|fact| scratch_slots(fact.steps.all(&plan.steps))).max().unwrap_or(0),
    };
    let scratch = editor.reserve_locals(scratch);
    editor.grow_stack(STACK_ROOM);
    emitter.locals = Locals { buffer, path: buffer + 1, number: early.needed.then_some(buffer + 2), scratch };
    let mut bases = Vec::with_capacity(plan.starts.len());
    let mut next = path_base;
    for start in &plan.starts {
        bases.push(next);
        next = next.saturating_add(start.count);
    }
    let (silent, released) = (silent_insns(plan), released(plan));
    let mut inserter = Inserter { plan, method, bases, editor, emitter, silent, released, now: None };
    inserter.prologue(early)?;
    for block in 0..plan.blocks.len() {
        inserter.block(block)?;
    }
    inserter.catch_all(&types)?;
    let Inserter { editor, emitter, .. } = inserter;
    editor.finish(emitter.pool)
}

struct Inserter<'p, 'e, 'a, 'b, 'c> {
    plan: &'p Plan,
    method: usize,
    /// First path id of each start.
    bases: Vec<u32>,
    editor: CodeEditor<'b>,
    emitter: Emitter<'e, 'a, 'c>,
    /// Instructions that end a silent path.
    silent: Vec<bool>,
    /// Instructions without probes.
    released: Vec<bool>,
    /// The path number where the insertion is, if only one is possible.
    now: Option<u32>,
}

/// Last instructions of silent blocks.
fn silent_insns(plan: &Plan) -> Vec<bool> {
    let mut silent = vec![false; plan.facts.len()];
    for start in plan.starts.iter().filter(|start| start.silent) {
        silent[plan.blocks[start.block].end - 1] = true;
    }
    silent
}

impl Inserter<'_, '_, '_, '_, '_> {
    /// Fetches the buffer, looks for what other threads did and begins the entry path.
    fn prologue(&mut self, early: &EarlyNumber) -> Result<()> {
        let locals = self.emitter.locals;
        let operands = self.emitter.operands;
        let enter = if operands.world.classes[operands.index].of_jdk { "enterPlatform" } else { "enter" };
        self.emitter.call_probe(enter, "()Lparatrace/rt/Buffer;")?;
        self.emitter.store(b'A', locals.buffer);
        if self.plan.frame.finds_class {
            self.emitter.tell("initialized")?;
        }
        if self.plan.frame.synchronized {
            self.emitter.tell("acquired")?;
        }
        if self.plan.frame.records_lock {
            match self.plan.frame.is_static {
                true => self.emitter.own_class(),
                false => self.emitter.load(b'A', 0),
            }
            self.emitter.steps(&[Step::Probe(Probe::Identity)])?;
        }
        self.emitter.set_path(self.bases.first().copied().unwrap_or(0))?;
        if let Some(number) = locals.number {
            self.emitter.load(b'A', locals.buffer);
            self.emitter.call_probe("claimId", "(Lparatrace/rt/Buffer;)I")?;
            self.emitter.store(b'I', number);
            if let Some(holder) = &early.holder {
                self.emitter.load(b'A', 0);
                self.emitter.load(b'I', number);
                self.emitter.put_number(holder)?;
            }
        }
        self.emitter.hand_over(|code| self.editor.insert_on_fallthrough(0, code));
        Ok(())
    }

    fn block(&mut self, index: usize) -> Result<()> {
        let plan = self.plan;
        let block = &plan.blocks[index];
        if self.released.get(block.first) == Some(&true) {
            return Ok(());
        }
        self.start(index, block)?;
        self.now =
            self.plan.start_of[index].map(|start| self.bases[start as usize] + u32::from(block.after_call.is_some()));
        for insn in block.first..block.end {
            let Some(fact) = &plan.facts[insn] else { continue };
            self.before(insn, fact, block)?;
            self.after(insn, fact)?;
        }
        self.edges(block);
        Ok(())
    }

    /// Ends the path before a start that control arrives at, and begins the next.
    fn start(&mut self, index: usize, block: &Block) -> Result<()> {
        let Some(start) = self.plan.start_of[index].map(|start| start as usize) else { return Ok(()) };
        let kind = self.plan.starts[start].kind;
        if !matches!(kind, StartKind::Entry | StartKind::AfterCall) {
            if self.is_recorded_on_arrival(block)
                && let Some(first) = &self.plan.facts[block.first]
            {
                self.emitter.steps(first.steps.before(&self.plan.steps))?;
            }
            if kind == StartKind::Handler {
                self.emitter.end_path_thrown()?;
            } else {
                self.emitter.end_path()?;
            }
            self.emitter.set_path(self.bases[start])?;
            self.emitter.hand_over(|code| self.editor.insert_before(block.first, code));
        }
        Ok(())
    }

    fn is_recorded_on_arrival(&self, block: &Block) -> bool {
        recorded_on_arrival(block, &self.plan.facts)
    }

    /// Inserts the recording before the instruction, and the end of the path if the path ends with the instruction.
    fn before(&mut self, insn: usize, fact: &Fact, block: &Block) -> Result<()> {
        if insn != block.first || !self.is_recorded_on_arrival(block) {
            self.emitter.steps(fact.steps.before(&self.plan.steps))?;
        }
        let ends = is_cut_call(fact) || matches!(fact.op, Op::Return | Op::ReturnValue);
        let direct = matches!(fact.mode, Some(Mode::Traced | Mode::TracedVirtual));
        match ends && !self.silent[insn] {
            true if direct => self.emitter.end_path_with_call()?,
            true => self.emitter.end_path()?,
            false if direct => self.emitter.tell("direct")?,
            false => {}
        }
        if is_cut_call(fact) {
            let after = self.plan.edges_of(block).first().and_then(|edge| self.plan.start_of[edge.to]);
            let next = after.map_or(0, |start| self.bases[start as usize]);
            match self.now {
                Some(now) => self.emitter.move_path(now, next)?,
                None => self.emitter.set_path(next)?,
            }
        }
        self.emitter.steps(fact.steps.leaving(&self.plan.steps))?;
        if fact.op == Op::Return && self.plan.frame.initializer {
            self.emitter.tell("initializer")?;
        }
        if fact.initializes_this
            && matches!(fact.mode, Some(Mode::Traced | Mode::TracedVirtual))
            && let Some(number) = self.emitter.locals.number
        {
            self.emitter.load(b'I', number);
            self.emitter.load(b'A', self.emitter.locals.buffer);
            self.emitter.call_probe("announceId", "(ILparatrace/rt/Buffer;)V")?;
        }
        if fact.counted {
            self.emitter.tell("count")?;
        }
        if let Some(size) = stack_size(&self.emitter, &self.editor.instructions()[insn]) {
            self.emitter.enlarge_stack(size)?;
        }
        self.emitter.hand_over(|code| self.editor.insert_before(insn, code));
        Ok(())
    }

    /// After the instruction: it did not throw, and what is recorded then.
    fn after(&mut self, insn: usize, fact: &Fact) -> Result<()> {
        if !fact.falls_through {
            return Ok(());
        }
        if fact.flags & PEI != 0 || is_cut_call(fact) {
            self.emitter.increment_path(1);
            self.now = self.now.map(|now| now + 1);
        }
        if fact.counted {
            self.emitter.tell("counted")?;
        }
        match fact.mode {
            _ if fact.acquires => self.emitter.tell("acquired")?,
            Some(Mode::Open) => self.emitter.tell("acquired")?,
            Some(Mode::TracedVirtual) => self.emitter.tell("returned")?,
            None if fact.trigger => self.emitter.tell("initialized")?,
            _ => {}
        }
        self.emitter.steps(fact.steps.after(&self.plan.steps))?;
        self.emitter.hand_over(|code| self.editor.insert_on_fallthrough(insn + 1, code));
        Ok(())
    }

    /// Increments on edges: on falling through, or on jumps.
    fn edges(&mut self, block: &Block) {
        let mut slots = None;
        for edge in self.plan.edges_of(block).iter().filter(|edge| edge.inc > 0) {
            self.emitter.increment_path(edge.inc);
            if edge.falls {
                self.emitter.hand_over(|code| self.editor.insert_on_fallthrough(block.end, code));
            } else {
                let code = self.emitter.take();
                let slots = slots.get_or_insert_with(|| slots_by_target(&self.editor, block.end - 1));
                let target = self.plan.blocks[edge.to].first;
                let first = slots.partition_point(|&(to, _)| to < target);
                for &(_, slot) in slots[first..].iter().take_while(|&&(to, _)| to == target) {
                    self.editor.insert_on_branch(block.end - 1, slot, &code);
                }
            }
        }
    }

    /// Around everything where `this` is initialised: an exception that leaves the method ends its path.
    fn catch_all(&mut self, types: &[VerificationType]) -> Result<()> {
        let ranges = ready_ranges(&self.plan.facts);
        if ranges.is_empty() {
            return Ok(());
        }
        self.emitter.end_path_thrown()?;
        self.emitter.op(op::ATHROW);
        let code = self.emitter.take();
        let mut locals = kept_parameters(&mut self.emitter, self.plan, self.method, &self.editor)?;
        locals.extend_from_slice(types);
        let throwable = self.emitter.class(THROWABLE)?;
        self.editor.add_handler(&ranges, 0, code, locals, vec![throwable]);
        Ok(())
    }
}

/// Where the size of a new thread's stack is when a call is about to be made that takes one.
fn stack_size(emitter: &Emitter<'_, '_, '_>, insn: &Instruction) -> Option<StackSize> {
    if !matches!(insn.opcode, op::INVOKESPECIAL | op::INVOKEINTERFACE) {
        return None;
    }
    let operands = emitter.operands;
    if operands.world.classes[operands.index].of_jdk {
        return None;
    }
    let called = operands.class.constant_pool.member_ref(insn.constant()?).ok()?;
    match (&*called.class, &*called.name) {
        ("java/lang/Thread", "<init>") if called.descriptor.ends_with("J)V") => Some(StackSize::OnTop),
        ("java/lang/Thread", "<init>") if called.descriptor.ends_with("JZ)V") => Some(StackSize::BelowOne),
        ("java/lang/Thread$Builder$OfPlatform", "stackSize") => Some(StackSize::OnTop),
        _ => None,
    }
}

/// All ways in which an instruction jumps, by the instruction that they lead to, in their order.
fn slots_by_target(editor: &CodeEditor<'_>, insn: usize) -> Vec<(usize, BranchSlot)> {
    let leads = |pc: u32, slot| editor.index_at(pc).map(|to| (to, slot));
    let mut slots: Vec<_> = match &editor.instructions()[insn].operands {
        Operands::Branch(pc) => leads(*pc, BranchSlot::Target).into_iter().collect(),
        Operands::Switch(switch) => {
            let cases = switch.cases.iter().enumerate();
            let cases = cases.filter_map(|(case, (_, pc))| leads(*pc, BranchSlot::Case(case)));
            cases.chain(leads(switch.default, BranchSlot::Default)).collect()
        }
        _ => Vec::new(),
    };
    slots.sort_by_key(|&(to, _)| to);
    slots
}

/// Ranges of reachable instructions at which `this` is initialised.
fn ready_ranges(facts: &[Option<Fact>]) -> Vec<Range<usize>> {
    let ready = |fact: &Option<Fact>| fact.as_ref().is_some_and(|fact| fact.this_ready);
    let (mut ranges, mut first) = (Vec::with_capacity(1), 0);
    for run in facts.chunk_by(|one, next| ready(one) == ready(next)) {
        let end = first + run.len();
        if run.first().is_some_and(ready) {
            ranges.push(first..end);
        }
        first = end;
    }
    ranges
}
