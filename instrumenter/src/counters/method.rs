//! Inserts counters into one method, according to its annotations.

use indexmap::IndexSet;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use paratrace_classfile::{
    BranchSlot, ClassFile, CodeEditor, PoolBuilder, Result, VerificationType as Verified, opcodes as op,
};

use super::code::{COUNT, Code, MARK_CLONE, TASK, clone_marker, with_task};
use super::loops::{BranchWay, Regions, Way};
use super::plan::{Plan, Redirect};
use super::tally::{Group, Tallies};
use crate::shared_data::{Event, MethodId, Owner, What};
use crate::world::World;

/// Most stack entries that inserted code needs besides those that are there.
const STACK_ROOM: u16 = 12;

/// How a method comes by what it counts in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Role {
    /// It is a task of this name.
    Task(String),
    /// It is called by code that does not know of counters.
    Entry,
    /// It is a copy, and gets it as its last parameter.
    Copy,
}

/// A method to be changed, and everything known of it.
pub(super) struct Method<'m> {
    pub(super) world: &'m World,
    pub(super) plan: &'m Plan<'m>,
    pub(super) id: MethodId,
    pub(super) class: &'m ClassFile<'m>,
    /// Position in the class file.
    pub(super) index: usize,
    pub(super) role: Role,
}

/// What the class must have besides.
#[derive(Debug, Default)]
pub(super) struct Needs {
    /// Classes of objects whose accesses are counted by a method of this class.
    pub(super) counted: BTreeSet<String>,
    /// Classes with the marks of clones, each of which a method of this class sets.
    pub(super) cloned: IndexSet<String>,
}

/// The new body of the method.
pub(super) fn instrument(method: &Method<'_>, pool: &mut PoolBuilder<'_>, needs: &mut Needs) -> Result<Vec<u8>> {
    let mut editor = CodeEditor::new(method.class, method.index)?;
    let parameter = (method.role == Role::Copy).then(|| editor.add_parameter(TASK));
    let (task_class, counter_class) = Code::types(pool)?;
    let first_added = editor.add_locals(&[Verified::Object(task_class)]);
    let regions = method.regions();
    let tallies = Tallies::plan(method, &regions);
    let mut inserter = Inserter {
        method,
        editor,
        pool,
        needs,
        task: first_added,
        added: vec![Verified::Object(task_class)],
        counter_class,
        regions,
        slots: BTreeMap::new(),
    };
    inserter.reserve(&tallies);
    inserter.prologue(parameter)?;
    inserter.blocks(&tallies)?;
    inserter.loops(&tallies)?;
    inserter.accesses(&tallies)?;
    inserter.calls()?;
    inserter.ends()?;
    inserter.editor.grow_stack(STACK_ROOM);
    inserter.editor.finish(inserter.pool)
}

impl Method<'_> {
    fn regions(&self) -> Regions {
        let Some(reached) = self.plan.analysis.methods.get(&self.id) else { return Regions::default() };
        Regions::find(&reached.flow, &|at| self.plan.loud.contains(&(self.id, at)))
    }

    fn is_constructor(&self) -> bool {
        let method = self.class.methods.get(self.index);
        method.is_some_and(|method| method.name(&self.class.constant_pool).is_ok_and(|name| name == "<init>"))
    }

    /// Whether a field of `this` stays the same while a task runs.
    pub(super) fn is_fixed(&self, constant: u16) -> bool {
        !self.is_constructor() && self.plan.is_fixed(self.class, constant)
    }
}

/// Locals of an array.
#[derive(Debug, Clone, Copy)]
struct ArraySlots {
    counter: u16,
    /// Least and greatest index, if they are looked at.
    range: Option<(u16, u16)>,
    /// Not all indices are looked at.
    partial: bool,
}

/// No block has run: no index is that small.
const NEVER: i32 = i32::MIN;

/// Locals of what a loop counts.
#[derive(Debug, Default)]
struct Slots {
    arrays: Vec<ArraySlots>,
    /// By block.
    blocks: BTreeMap<usize, u16>,
    /// By block and local: what the local was when the loop began, and when the block ran last.
    inductions: BTreeMap<(usize, u16), (u16, u16)>,
}

struct Inserter<'i, 'm, 'a> {
    method: &'i Method<'m>,
    editor: CodeEditor<'i>,
    pool: &'i mut PoolBuilder<'a>,
    needs: &'i mut Needs,
    task: u16,
    /// Types of the added locals.
    added: Vec<Verified>,
    counter_class: u16,
    regions: Regions,
    slots: BTreeMap<usize, Slots>,
}

impl<'a> Inserter<'_, '_, 'a> {
    /// The constant of a static method that the class gets besides.
    fn own_method(&mut self, name: &str, desc: &str) -> Result<u16> {
        let owner = self.method.class.name()?;
        match self.method.class.access_flags & crate::world::ACC_INTERFACE != 0 {
            true => self.pool.interface_method_ref(&owner, name, desc),
            false => self.pool.method_ref(&owner, name, desc),
        }
    }

    fn code(&mut self) -> Code<'_, 'a> {
        Code::new(self.pool, self.task)
    }

    fn local(&mut self, kind: Verified) -> u16 {
        self.added.push(kind);
        self.editor.add_locals(&[kind])
    }

    /// Locals for all loops that count.
    fn reserve(&mut self, tallies: &Tallies) {
        for (&region, group) in &tallies.groups {
            let mut slots = Slots::default();
            let indices = self.method.plan.indices;
            for array in &group.arrays {
                let counter = self.local(Verified::Object(self.counter_class));
                let looked_at = indices && array.others;
                let range = looked_at.then(|| (self.local(Verified::Integer), self.local(Verified::Integer)));
                slots.arrays.push(ArraySlots { counter, range, partial: array.others && !indices });
            }
            for &induction in group.inductions.keys() {
                let locals = (self.local(Verified::Integer), self.local(Verified::Integer));
                slots.inductions.insert(induction, locals);
            }
            for &block in group.blocks.keys() {
                slots.blocks.insert(block, self.local(Verified::Long));
            }
            self.slots.insert(region, slots);
        }
    }

    fn prologue(&mut self, parameter: Option<u16>) -> Result<()> {
        let (method, task) = (self.method, self.task);
        let slots = std::mem::take(&mut self.slots);
        let mut code = self.code();
        match (&method.role, parameter) {
            (Role::Task(name), _) => code.enter(name)?,
            (_, Some(parameter)) => code.local(op::ALOAD, parameter).local(op::ASTORE, task),
            (..) => code.current()?,
        };
        if let Some(holder) = method.plan.marks_here(method.id).filter(|_| method.is_constructor()) {
            code.op(op::ALOAD_0).mark(&holder)?;
        }
        for group in slots.values() {
            for array in &group.arrays {
                code.op(op::ACONST_NULL).local(op::ASTORE, array.counter);
                forget_range(&mut code, array.range)?;
            }
            for &(start, last) in group.inductions.values() {
                code.op(op::ICONST_0).local(op::ISTORE, start).int(NEVER)?.local(op::ISTORE, last);
            }
            for &count in group.blocks.values() {
                code.op(op::LCONST_0).local(op::LSTORE, count);
            }
        }
        let bytes = code.bytes;
        self.slots = slots;
        self.editor.insert_on_fallthrough(0, bytes);
        Ok(())
    }

    /// One addition a block.
    fn blocks(&mut self, tallies: &Tallies) -> Result<()> {
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

    /// Arrays are looked up where a loop begins; what was counted is added where it ends, in whatever way.
    fn loops(&mut self, tallies: &Tallies) -> Result<()> {
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

    /// Exceptions that nothing in the method catches.
    fn catch(&mut self, region: usize, flush: Vec<u8>) -> Result<()> {
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
    fn rethrow(&mut self, ranges: &[Range<usize>], first: Vec<u8>) -> Result<()> {
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

    fn insert(&mut self, way: Way, code: &[u8]) {
        match way {
            Way::Fall(at) => self.editor.insert_on_fallthrough(at, code),
            Way::Branch(at, BranchWay::Target) => self.editor.insert_on_branch(at, BranchSlot::Target, code),
            Way::Branch(at, BranchWay::Case(case)) => self.editor.insert_on_branch(at, BranchSlot::Case(case), code),
            Way::Branch(at, BranchWay::Default) => self.editor.insert_on_branch(at, BranchSlot::Default, code),
        }
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

    fn flush(&mut self, region: usize, group: &Group) -> Result<Vec<u8>> {
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

    /// Accesses that are counted one by one, and ranges of indices.
    fn accesses(&mut self, tallies: &Tallies) -> Result<()> {
        for &(at, region, array, write, wide) in &tallies.ranges {
            let slots = self.slots.get(&region).and_then(|slots| slots.arrays.get(array));
            let Some((low, high)) = slots.and_then(|array| array.range) else { continue };
            let mut code = self.code();
            let (up, down) = shifts(write, wide);
            code.ops(up).op(op::DUP).extreme("min", low)?.op(op::DUP).extreme("max", high)?.ops(down);
            let bytes = code.bytes;
            self.editor.insert_before(at, bytes);
        }
        for &(at, write, wide) in &tallies.single {
            let mut code = self.code();
            match (write, wide) {
                (false, _) => code.op(op::DUP2).element(false)?,
                (true, false) => {
                    code.ops(&[op::DUP_X2, op::POP, op::DUP2]).element(true)?.ops(&[op::DUP2_X1, op::POP2])
                }
                (true, true) => {
                    code.ops(&[op::DUP2_X2, op::POP2, op::DUP2]).element(true)?.ops(&[op::DUP2_X2, op::POP2])
                }
            };
            let bytes = code.bytes;
            self.editor.insert_before(at, bytes);
        }
        for object in &tallies.objects {
            self.needs.counted.insert(object.class.clone());
            let count = self.own_method(COUNT, &format!("(L{};IIL{TASK};)V", object.class))?;
            let (up, down) = shifts(object.write, object.wide);
            let mut code = self.code();
            code.ops(up).op(op::DUP).int(i32::from(object.reads))?.int(i32::from(object.writes))?;
            code.task().u2(op::INVOKESTATIC, count).ops(down);
            let bytes = code.bytes;
            self.editor.insert_before(object.at, bytes);
        }
        Ok(())
    }

    /// Calls of methods with copies go there; arrays that are created or copied are noted.
    fn calls(&mut self) -> Result<()> {
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
                here && annotation.what == What::Copy && annotation.owner != Owner::Task
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

    /// The arguments are kept; when nothing was thrown they say what was copied. The task's own array is none of them.
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

    /// A task says when it ends.
    fn ends(&mut self) -> Result<()> {
        let Role::Task(name) = &self.method.role else { return Ok(()) };
        let leave = self.code().leave(name)?.bytes.clone();
        let count = self.editor.instructions().len();
        for at in 0..count {
            if matches!(self.editor.instructions()[at].opcode, op::IRETURN..=op::RETURN) {
                self.editor.insert_before(at, &leave);
            }
        }
        self.rethrow(std::slice::from_ref(&(0..count)), Vec::new())
    }
}

/// Sums of what blocks have counted, times how often each counts: reads, then writes.
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

fn forget_range(code: &mut Code<'_, '_>, range: Option<(u16, u16)>) -> Result<()> {
    if let Some((low, high)) = range {
        code.int(i32::MAX)?.local(op::ISTORE, low).int(i32::MIN)?.local(op::ISTORE, high);
    }
    Ok(())
}

/// Brings what is below a stored value to the top of the stack, and back.
fn shifts(write: bool, wide: bool) -> (&'static [u8], &'static [u8]) {
    match (write, wide) {
        (false, _) => (&[], &[]),
        (true, false) => (&[op::SWAP], &[op::SWAP]),
        (true, true) => (&[op::DUP2_X1, op::POP2], &[op::DUP_X2, op::POP]),
    }
}

/// Where an array is found again.
impl super::tally::ArraySource {
    fn load(self, code: &mut Code<'_, '_>) {
        match self {
            super::tally::ArraySource::Local(local) => code.local(op::ALOAD, local),
            super::tally::ArraySource::OwnField(constant) => code.op(op::ALOAD_0).u2(op::GETFIELD, constant),
        };
    }
}
