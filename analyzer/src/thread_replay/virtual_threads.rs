//! Virtual threads of a traced JDK: what starts them, and tasks that only carry them.
//!
//! No call of untraced code starts a virtual thread: `VirtualThread.start` gives its continuation to a pool. What the thread then executes
//! are events of its own, so the task of the pool is only its carrier. The thread is told by the `Runnable` that its continuation runs:
//! the constructor of `VirtualThread` makes that for the thread's object, and the first thing that the thread does is to read a field of it.

use std::ops::Range;

use fixedbitset::FixedBitSet;
use paratrace_replay::paths::accesses::{Event, What};
use paratrace_replay::program::RegionId;
use paratrace_traceformat::map::{Method, ProgramMap};
use rustc_hash::FxHashMap;

use super::recorder::{Recorder, Turn};
use super::steps::Mark;
use crate::heap::At;

const CLASS: &str = "java/lang/VirtualThread";
/// The class of what a continuation runs.
const BODY: &str = "java/lang/VirtualThread$VThreadContinuation$1";
/// A part of the names of methods that give a continuation to the pool.
const SUBMITS: &str = "ubmitRunContinuation";

/// What an access does in the life of a virtual thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Life {
    /// The body of a thread is made.
    MakesBody,
    /// The object of a thread gets the continuation that runs the body made last.
    GetsBody,
    /// The state of a thread changes: perhaps it is started.
    ChangesState,
    /// A thread runs its body.
    Runs,
}

/// A field: its number, and its slot in objects.
type Field = Option<(u32, u32)>;

/// Where the JDK makes virtual threads and starts them.
pub(super) struct Lives {
    /// Methods that give continuations to a pool.
    submits: FixedBitSet,
    /// `VirtualThread.start`, all of that name.
    starts: FixedBitSet,
    /// Instructions of `VirtualThread.compareAndSetState`.
    changes_state: Range<u32>,
    continuation: Field,
    state: Field,
    /// The thread of a body.
    of_body: Field,
}

impl Lives {
    pub(super) fn new(map: &ProgramMap) -> Self {
        let methods = || map.methods.iter().enumerate();
        let of_class = |method: &Method| map.classes[method.class.index()].name == CLASS;
        let those = |is_one: fn(&str) -> bool| -> FixedBitSet {
            methods().filter(|(_, method)| is_one(&method.name) && of_class(method)).map(|(number, _)| number).collect()
        };
        let changes = methods().find(|(_, method)| &*method.name == "compareAndSetState" && of_class(method));
        let field = |class, name| -> Field {
            let (number, field) =
                (0..).zip(&map.fields).find(|(_, field)| field.class == class && field.name == name)?;
            Some((number, field.slot))
        };
        Self {
            submits: those(|name| name.contains(SUBMITS)),
            starts: those(|name| name == "start"),
            changes_state: changes.map_or(0..0, |(_, method)| method.insns.clone()),
            continuation: field(CLASS, "cont"),
            state: field(CLASS, "state"),
            of_body: field(BODY, "val$vthread"),
        }
    }

    /// Returns what an event does in the life of a virtual thread, if it accesses a field of the given number.
    pub(super) fn of(&self, event: &Event, field: Option<u32>) -> Option<(Life, At)> {
        let is = |known: Field| known.is_some_and(|(number, _)| field == Some(number));
        let (life, place) = match event.what {
            What::Read(place) if is(self.of_body) => (Life::Runs, place),
            What::Write(place) if is(self.of_body) => (Life::MakesBody, place),
            What::Write(place) if is(self.continuation) => (Life::GetsBody, place),
            What::Write(place) if self.changes_state.contains(&event.insn.number()) => (Life::ChangesState, place),
            _ => return None,
        };
        Some((life, At::of(place)?))
    }

    fn starts(&self, caller: RegionId) -> bool {
        self.starts.contains(caller.index())
    }

    /// Returns what tells objects of threads apart, by the slot of their continuations or states.
    fn object(field: Field, slot: u32) -> Option<u32> {
        field.filter(|_| slot != 0).map(|(_, offset)| slot.wrapping_sub(offset))
    }
}

/// Virtual threads that do not run yet.
#[derive(Debug, Default)]
pub(super) struct Unborn {
    /// What threads will run, by their objects.
    bodies: FxHashMap<u32, u32>,
    /// What has started the thread of a body.
    started: FxHashMap<u32, Mark>,
}

impl Turn<'_, '_, '_> {
    /// The strand makes or starts a virtual thread, or is one that begins.
    pub(super) fn live(&mut self, life: Life, slot: u32) {
        let lives = &self.pass.known.lives;
        match life {
            Life::MakesBody => self.thread.body = Some(slot).filter(|&slot| slot != 0),
            Life::GetsBody => {
                let object = Lives::object(lives.continuation, slot);
                if let Some((object, body)) = object.zip(self.thread.body.take()) {
                    self.pass.unborn.bodies.insert(object, body);
                }
            }
            Life::ChangesState if lives.starts(self.thread.caller(1)) => {
                let object = Lives::object(lives.state, slot);
                if let Some(body) = object.and_then(|object| self.pass.unborn.bodies.remove(&object)) {
                    let mark = self.handed_out();
                    self.pass.unborn.started.insert(body, mark);
                }
            }
            Life::ChangesState => {}
            Life::Runs => {
                if let Some(mark) = self.pass.unborn.started.remove(&slot) {
                    self.started_by(mark);
                }
            }
        }
    }

    /// Something is handed out: if it is the continuation of a virtual thread, the task only carries that.
    pub(super) fn hand_out_continuation(&mut self, mark: Mark) {
        let submits = &self.pass.known.lives.submits;
        // The pool's methods are few, and the innermost.
        if !submits.is_clear()
            && self.thread.activations.iter().rev().any(|(_, region)| submits.contains(region.index()))
        {
            self.pass.carried.insert(mark);
        }
    }
}

impl Recorder<'_, '_> {
    /// Returns how many threads execute code of the program, and it is not known what has started them, as they are virtual.
    pub(super) fn virtual_threads(&self) -> u64 {
        if self.carried.is_empty() {
            return 0;
        }
        let is_first = |actor: u32| self.first == Some(actor as usize);
        let strands = self.memory.strands.done.iter().filter(|strand| {
            let actor = &self.actors[strand.actor as usize];
            actor.tasks == 0 && actor.role.is_some() && !strand.is_worker && !is_first(strand.actor)
        });
        strands.filter(|strand| strand.origin.is_none()).count() as u64
    }
}
