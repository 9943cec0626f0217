//! Callbacks: what untraced code runs of the program, task by task.

use paratrace_replay::program::{ConstructId, RegionId};
use paratrace_traceformat::map::InstructionId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::edges::{Key, Kind};

/// What was found of the tasks of calls of untraced code. Constructs are those of the tasks.
#[derive(Debug, Clone, Default)]
pub(crate) struct Callbacks {
    /// Number of calls with tasks.
    pub(crate) calls: FxHashMap<ConstructId, u64>,
    /// Methods that a call has called back itself.
    pub(crate) methods: FxHashMap<ConstructId, FxHashSet<RegionId>>,
    /// Uses of an object inside a task, if untraced code has used it before the first task.
    pub(crate) entering: FxHashSet<Key>,
}

impl Callbacks {
    /// Adds those of another thread.
    pub(super) fn add(&mut self, other: &Self) {
        for (&construct, calls) in &other.calls {
            *self.calls.entry(construct).or_insert(0) += calls;
        }
        for (&construct, methods) in &other.methods {
            self.methods.entry(construct).or_default().extend(methods);
        }
        self.entering.extend(&other.entering);
    }
}

/// The calls with tasks that are open, and what was found of all.
#[derive(Debug, Default)]
pub(super) struct OpenCallbacks {
    /// Each call that is open, and when its first task began; outermost first.
    open: Vec<(ConstructId, u64)>,
    /// The last call that made a stream of the elements of each object, and when.
    streamed: FxHashMap<u32, (InstructionId, u64)>,
    pub(super) found: Callbacks,
}

impl OpenCallbacks {
    /// The first task of a call begins.
    pub(super) fn begin(&mut self, construct: ConstructId, start: u64) {
        self.open.push((construct, start));
        *self.found.calls.entry(construct).or_insert(0) += 1;
    }

    /// A call makes a stream of the elements of the object with this slot.
    pub(super) fn stream(&mut self, slot: u32, insn: InstructionId, time: u64) {
        self.streamed.insert(slot, (insn, time));
    }

    /// A call may change the object with this slot: a stream of its elements that tasks come from looks at them meanwhile.
    #[inline]
    pub(super) fn change(&mut self, slot: u32, kind: Kind, insn: InstructionId) {
        if !self.open.is_empty()
            && let Some(&(head, from)) = self.streamed.get(&slot)
        {
            self.depends(|construct| Key::new(construct, kind, head, insn), from);
        }
    }

    /// The innermost call ends.
    pub(super) fn end(&mut self) {
        self.open.pop();
    }

    /// A method begins directly inside a construct.
    #[inline]
    pub(super) fn enter(&mut self, around: ConstructId, method: RegionId) {
        if self.open.last().is_some_and(|&(construct, _)| construct == around) {
            self.found.methods.entry(around).or_default().insert(method);
        }
    }

    /// A dependence of this kind runs from a head at a time.
    #[inline]
    pub(super) fn depends(&mut self, edge: impl Fn(ConstructId) -> Key, from: u64) {
        for &(construct, _) in self.open.iter().rev().take_while(|(_, start)| from < *start) {
            let key = edge(construct);
            if key.kind.is_of_calls() {
                self.found.entering.insert(key);
            }
        }
    }
}
