//! Code that did not run: what it would change if it did.
//!
//! Nothing that a run shows is true of code that did not run. So what tasks read, and such code may write, makes them depend on one another
//! with other input. Code that leads to a `throw` does not count: it ends the tasks.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use paratrace_jvm::library;
use paratrace_jvm::opcodes as op;
use paratrace_replay::base::sparse_set::SparseSet;
use paratrace_traceformat::map::{BlockId, InstructionId, MethodId, Mode, Op, ProgramMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::exits::way_to_throw;
use super::reach::{Reach, is_untraced};
use crate::dependences::Points;
use crate::dependences::hierarchy::Hierarchy;

/// Most methods that did not run which are followed from one place.
const MOST_METHODS: usize = 64;

/// Most instructions of what a test calls that are looked at: getters are short.
const MOST_CODE: usize = 4096;

/// The instructions of a program that did not run and may change something.
pub(super) struct NotRun<'a> {
    map: &'a ProgramMap,
    executed: &'a SparseSet,
    /// Such instructions of methods that ran otherwise.
    changing: FixedBitSet,
    /// Methods that did not run, by name and descriptor.
    methods: FxHashMap<(&'a str, &'a str), Vec<MethodId>>,
    hierarchy: Arc<Hierarchy>,
}

impl<'a> NotRun<'a> {
    /// Looks at methods that ran; `executed` has the instructions that did.
    pub(super) fn new(points: &Points<'a>, executed: &'a SparseSet, is_executed: impl Fn(MethodId) -> bool) -> Self {
        let map = points.map;
        let mut all = Self {
            map,
            executed,
            changing: FixedBitSet::with_capacity(map.insns.op.len()),
            methods: FxHashMap::default(),
            hierarchy: Arc::clone(points.hierarchy()),
        };
        for (described, method) in map.methods.iter().zip(MethodId::all()) {
            if !is_executed(method) {
                all.methods.entry((&*described.name, &*described.desc)).or_default().push(method);
                continue;
            }
            for block in described.blocks.clone().map(BlockId::new) {
                let insns = map.blocks[block.index()].instructions();
                let left: Vec<_> = insns.filter(|&insn| !all.has_run(insn) && may_change(points, insn)).collect();
                if !left.is_empty() && way_to_throw(points, block).is_none() {
                    left.into_iter().for_each(|insn| all.changing.insert(insn.index()));
                }
            }
        }
        all
    }

    /// Returns whether an instruction ran.
    pub(super) fn has_run(&self, insn: InstructionId) -> bool {
        self.executed.contains(insn.index())
    }

    /// Lists the instructions that tasks may run, did not, and that may change something: `reached` are all of those that ran, and those
    /// of their methods.
    pub(super) fn changes(
        &self,
        points: &Points<'_>,
        reached: impl Iterator<Item = InstructionId>,
    ) -> Vec<InstructionId> {
        let reached: Vec<InstructionId> = reached.collect();
        let mut called = self.code_called_from(reached.iter().copied());
        called.extend(self.overrides(&reached).into_iter().flat_map(|method| self.code(method)));
        let mut found = reached;
        found.retain(|&insn| self.changing.contains(insn.index()));
        found.extend(called.into_iter().filter(|&insn| may_change(points, insn)));
        found
    }

    /// Lists the instructions of methods that did not run and that code which did not run may call, in turn.
    pub(super) fn code_called_from(&self, code: impl Iterator<Item = InstructionId>) -> Vec<InstructionId> {
        let methods = self.called_from(code.filter(|&insn| !self.has_run(insn)));
        methods.into_iter().flat_map(|method| self.code(method)).collect()
    }

    /// Lists the methods that did not run and that virtual calls which ran may run for objects of other classes, and what these may call, in
    /// turn.
    pub(super) fn overrides(&self, code: &[InstructionId]) -> Vec<MethodId> {
        self.called_from(code.iter().copied().filter(|&insn| self.has_run(insn)))
    }

    fn called_from(&self, code: impl Iterator<Item = InstructionId>) -> Vec<MethodId> {
        let mut methods: Vec<MethodId> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut add = |insn: InstructionId, methods: &mut Vec<MethodId>| {
            let left = self.callees(insn).into_iter().filter(|&method| seen.insert(method));
            methods.extend(left.take(MOST_METHODS - methods.len()));
        };
        code.for_each(|insn| add(insn, &mut methods));
        let mut at = 0;
        while let Some(&method) = methods.get(at) {
            self.code(method).for_each(|insn| add(insn, &mut methods));
            at += 1;
        }
        methods
    }

    fn code(&self, method: MethodId) -> impl Iterator<Item = InstructionId> + use<> {
        self.map.methods[method.index()].instructions()
    }

    /// Lists the methods which did not run that a call may run.
    pub(super) fn callees(&self, insn: InstructionId) -> Vec<MethodId> {
        let Some(site) = self.map.call_at(insn).filter(|site| site.mode != Mode::Leaf) else { return Vec::new() };
        let named = self.methods.get(&(&*site.name, &*site.desc)).map_or(&[][..], Vec::as_slice);
        let is_it = |&&method: &&MethodId| {
            if site.callee.is_none() {
                self.hierarchy.is_related(self.map, method, &site.class)
            } else {
                site.callee == method
            }
        };
        let may_be_of_jdk = !self.has_run(insn) && !is_untraced(site);
        let is_meant = |method: &MethodId| may_be_of_jdk || !self.map.is_of_jdk(&self.map.methods[method.index()]);
        named.iter().filter(is_it).copied().filter(is_meant).collect()
    }
}

/// Changes that code would make, by what they change.
#[derive(Default)]
pub(super) struct Changes<'m> {
    /// One of each field.
    fields: FxHashMap<u32, InstructionId>,
    /// One of elements of each type, but for arrays that are made there.
    elements: FxHashMap<u32, InstructionId>,
    /// One by a call of each class of the library.
    classes: FxHashMap<&'m str, InstructionId>,
}

impl<'m> Changes<'m> {
    pub(super) fn gather(points: &Points<'m>, changes: &[InstructionId]) -> Self {
        let mut all = Self::default();
        for &change in changes {
            let arg = points.map.insns.arg[change.index()];
            match points.op(change) {
                Op::PutField | Op::PutStatic => {
                    all.fields.entry(arg).or_insert(change);
                }
                Op::ArrayStore if !is_of_new_array(points, change) => {
                    all.elements.entry(arg).or_insert(change);
                }
                Op::Invoke => {
                    if let Some(site) = points.call(change).filter(|site| is_untraced(site)) {
                        all.classes.entry(&site.class).or_insert(change);
                    }
                }
                _ => {}
            }
        }
        all
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.elements.is_empty() && self.classes.is_empty()
    }

    /// Returns a change of what an instruction reads, if there may be one.
    pub(super) fn one_read_by(&self, points: &Points<'_>, read: InstructionId) -> Option<InstructionId> {
        let arg = points.map.insns.arg[read.index()];
        match points.op(read) {
            Op::GetField | Op::GetStatic => self.fields.get(&arg).copied(),
            Op::ArrayLoad => self.elements.get(&arg).copied(),
            Op::Invoke => {
                let site = points.call(read).filter(|site| is_untraced(site))?;
                let used = library::nature_of(&site.class);
                let is_alike = |class: &str| class == site.class || used.is_some() && library::nature_of(class) == used;
                self.classes.iter().filter(|(class, _)| is_alike(class)).map(|(_, &change)| change).min()
            }
            _ => None,
        }
    }
}

/// Returns whether an instruction changes something that others may see, or may call what does.
fn may_change(points: &Points<'_>, insn: InstructionId) -> bool {
    match points.op(insn) {
        Op::PutField | Op::PutStatic | Op::ArrayStore => true,
        Op::Invoke => points.call(insn).is_some_and(|site| {
            let is_new = &*site.name == "<init>" && is_untraced(site);
            !is_untraced(site) || !(points.calls_pure(insn) || points.only_looks(insn) || is_new)
        }),
        _ => false,
    }
}

/// Returns whether an array is made where its element is stored.
fn is_of_new_array(points: &Points<'_>, store: InstructionId) -> bool {
    let makes = |insn: InstructionId| matches!(points.map.insns.opcode[insn.index()], op::NEWARRAY | op::ANEWARRAY);
    let is_wide = matches!(points.map.insns.opcode[store.index()], op::LASTORE | op::DASTORE);
    points.producer(store, if is_wide { 3 } else { 2 }).is_some_and(makes)
}

/// Lists the instructions by which one that a test depends on reads what others may change: itself, or in methods that it calls.
pub(super) fn reads_of(points: &Points<'_>, reach: &Reach<'_>, insn: InstructionId) -> Vec<InstructionId> {
    match points.op(insn) {
        Op::GetField | Op::GetStatic | Op::ArrayLoad => vec![insn],
        Op::Invoke => {
            let is_read = |insn: &InstructionId| match points.op(*insn) {
                Op::GetField | Op::GetStatic | Op::ArrayLoad => true,
                Op::Invoke => points.call(*insn).is_some_and(is_untraced),
                _ => false,
            };
            reach.reached(std::iter::once(insn)).take(MOST_CODE).filter(is_read).collect()
        }
        _ => Vec::new(),
    }
}
