//! The code that tasks may run: their own, and the methods that it may call.

use std::cell::OnceCell;
use std::sync::OnceLock;

use fixedbitset::FixedBitSet;
use paratrace_traceformat::map::{InstructionId, MethodId, ProgramMap};
use rustc_hash::FxHashSet;

use crate::dependences::Points;

/// The methods that each method may call itself, looked up once.
pub(super) struct Callees(Vec<OnceLock<Box<[MethodId]>>>);

impl Callees {
    pub(super) fn new(methods: usize) -> Self {
        Self((0..methods).map(|_| OnceLock::new()).collect())
    }

    /// Returns those of a method; `find` lists them at the first question, some more than once.
    fn of(&self, method: MethodId, find: impl Fn(InstructionId, &mut Vec<MethodId>), map: &ProgramMap) -> &[MethodId] {
        self.0[method.index()].get_or_init(|| {
            let mut found = Vec::new();
            map.methods[method.index()].instructions().for_each(|insn| find(insn, &mut found));
            found.sort_unstable();
            found.dedup();
            found.into()
        })
    }
}

/// Code of tasks.
pub(super) struct Reached<'m> {
    map: &'m ProgramMap,
    own: Vec<InstructionId>,
    /// The same, once it is asked for.
    own_set: OnceCell<FxHashSet<InstructionId>>,
    /// In the order in which they are found.
    methods: Vec<MethodId>,
    /// By number.
    is_called: FixedBitSet,
}

impl<'m> Reached<'m> {
    /// Finds what is reached from `own`. `find` adds the methods that an instruction may run.
    pub(super) fn from(
        own: Vec<InstructionId>,
        map: &'m ProgramMap,
        callees: &Callees,
        find: impl Fn(InstructionId, &mut Vec<MethodId>),
    ) -> Self {
        let (mut methods, mut is_called) = (Vec::new(), FixedBitSet::with_capacity(map.methods.len()));
        let mut todo = Vec::new();
        own.iter().for_each(|&insn| find(insn, &mut todo));
        while let Some(method) = todo.pop() {
            if !is_called.put(method.index()) {
                methods.push(method);
                todo.extend_from_slice(callees.of(method, &find, map));
            }
        }
        Self { map, own, own_set: OnceCell::new(), methods, is_called }
    }

    /// Lists the instructions: first the tasks' own.
    pub(super) fn instructions(&self) -> impl Iterator<Item = InstructionId> {
        let called = self.methods.iter().flat_map(|method| self.map.methods[method.index()].instructions());
        self.own.iter().copied().chain(called)
    }

    /// Lists the instructions, as above.
    pub(super) fn into_instructions(self) -> impl Iterator<Item = InstructionId> {
        let map = self.map;
        let called = self.methods.into_iter().flat_map(move |method| map.methods[method.index()].instructions());
        self.own.into_iter().chain(called)
    }

    /// Lists the methods that their code may call.
    pub(super) fn methods(&self) -> impl Iterator<Item = MethodId> {
        self.methods.iter().copied()
    }

    /// Returns whether tasks run an instruction themselves.
    pub(super) fn is_own(&self, insn: InstructionId) -> bool {
        self.own_set.get_or_init(|| self.own.iter().copied().collect()).contains(&insn)
    }

    /// Returns whether an instruction is one of them.
    pub(super) fn contains(&self, points: &Points<'_>, insn: InstructionId) -> bool {
        self.is_own(insn) || self.is_called.contains(points.method_of(insn).index())
    }
}
