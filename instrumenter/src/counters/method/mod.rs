//! Inserts counters into one method, according to its annotations.

mod accesses;
mod calls;
mod exits;
mod loops;

use indexmap::IndexSet;
use std::collections::{BTreeMap, BTreeSet};

use paratrace_classfile::{ClassFile, CodeEditor, PoolBuilder, Result, VerificationType as Verified, opcodes as op};

use crate::counters::code::{Code, TASK};
use crate::counters::loops::Regions;
use crate::counters::plan::Plan;
use crate::counters::tally::Tallies;
use crate::shared_data::MethodId;
use crate::world::World;

use loops::{NEVER, forget_range};

/// Most stack entries that inserted code needs besides those that are there.
const STACK_ROOM: u16 = 12;

/// The way in which a method gets the task that it counts for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Role {
    /// It is a task of this name.
    Task(String),
    /// It is called by code that does not know of counters.
    Entry,
    /// It is a copy, and gets the task as its last parameter.
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

/// Members that the class must get so that its methods can count.
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

    /// True if a field of `this` keeps its value while a task runs.
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
    /// True if the range covers only some of the indices.
    partial: bool,
}

/// Locals that hold the counts of a loop.
#[derive(Debug, Default)]
struct Slots {
    arrays: Vec<ArraySlots>,
    /// Local that counts the runs of a block, by block.
    blocks: BTreeMap<usize, u16>,
    /// By block and local: the value of the local when the loop began, and when the block ran last.
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
    pub(super) fn own_method(&mut self, name: &str, desc: &str) -> Result<u16> {
        let owner = self.method.class.name()?;
        match self.method.class.access_flags & crate::access_flags::ACC_INTERFACE != 0 {
            true => self.pool.interface_method_ref(&owner, name, desc),
            false => self.pool.method_ref(&owner, name, desc),
        }
    }

    pub(super) fn code(&mut self) -> Code<'_, 'a> {
        Code::new(self.pool, self.task)
    }

    pub(super) fn local(&mut self, kind: Verified) -> u16 {
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

    /// Makes a task record its end.
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
