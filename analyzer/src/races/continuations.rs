//! Virtual threads of a traced JDK, which pools carry.
//!
//! Nothing that a virtual thread executes itself says that it was started or woken up: its carrier does that, in another thread. Who
//! changes the state of its object comes behind all that it has done so far, and what it does at its next turn comes behind that. The object is told
//! by the `Runnable` that its continuation runs: the constructor of `VirtualThread` makes that for it, and the first thing that the thread does is to
//! read a field of it.

use std::ops::Range;

use paratrace_replay::paths::accesses::{Event, Place, Through, What};
use paratrace_traceformat::map::{Method, ProgramMap};
use rustc_hash::FxHashMap;

use crate::heap::{At, is_field};
use crate::synchronization::Meeting;

const CLASS: &str = "java/lang/VirtualThread";
/// The class of what a continuation runs, and its field for the thread.
const BODY: (&str, &str) = ("java/lang/VirtualThread$VThreadContinuation$1", "val$vthread");
const CONTINUATION: &str = "cont";
/// The field that says what a thread does next, and the methods that access it.
const STATE: &str = "state";
const STATE_METHODS: [&str; 3] = ["compareAndSetState", "setState", "state"];

/// What a path does to a virtual thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Life {
    /// It makes a body.
    MakesBody(At),
    /// It gives the body that was made last to the object that has this field; with the slot of the field in the object.
    GivesBody(At, u32),
    /// It changes the state of the object that has this field, or looks at it.
    MeetsState(At, u32),
    /// The thread itself runs its body.
    RunsBody(At),
}

/// A field: its number, and its slot in objects.
#[derive(Debug, Clone, Copy)]
struct Field {
    number: u32,
    slot: u32,
}

/// The fields of virtual threads.
pub(super) struct Lives {
    body: Field,
    continuation: Field,
    state: Field,
    /// The instructions of methods that access the state.
    of_state: Vec<Range<u32>>,
}

impl Lives {
    /// Returns nothing if the program's JDK has no virtual threads, or is not traced.
    pub(super) fn new(map: &ProgramMap) -> Option<Self> {
        let field = |class: &str, name: &str| {
            let found = (0..).zip(&map.fields).find(|(_, field)| field.class == class && field.name == name);
            found.map(|(number, field)| Field { number, slot: field.slot })
        };
        Some(Self {
            body: field(BODY.0, BODY.1)?,
            continuation: field(CLASS, CONTINUATION)?,
            state: field(CLASS, STATE)?,
            of_state: state_methods(map),
        })
    }

    /// Returns what an event does to a virtual thread.
    pub(super) fn find(&self, map: &ProgramMap, event: &Event) -> Option<Life> {
        let insns = &map.insns;
        let (&op, &arg) = (insns.op.get(event.insn.index())?, insns.arg.get(event.insn.index())?);
        let is = |field: Field| is_field(op) && field.number == arg;
        match event.what {
            What::Read(place) if is(self.body) => At::of(place).map(Life::RunsBody),
            What::Write(place) if is(self.body) => At::of(place).map(Life::MakesBody),
            What::Write(place) if is(self.continuation) => {
                At::of(place).map(|at| Life::GivesBody(at, self.continuation.slot))
            }
            What::Acquires { through } | What::Awaits { through } | What::Releases { through } => {
                let is_of_state = self.of_state.iter().any(|insns| insns.contains(&event.insn.number()));
                meeting_place(through).filter(|_| is_of_state).map(|at| Life::MeetsState(at, self.state.slot))
            }
            _ => None,
        }
    }
}

fn meeting_place(through: Through) -> Option<At> {
    if let Through::Place(place @ Place::Resolved(_)) = through { At::of(place) } else { None }
}

fn state_methods(map: &ProgramMap) -> Vec<Range<u32>> {
    let of_class = |method: &&Method| map.classes.get(method.class.index()).is_some_and(|class| class.name == CLASS);
    let methods = map.methods.iter().filter(|method| STATE_METHODS.contains(&&*method.name)).filter(of_class);
    methods.map(|method| method.insns.clone()).collect()
}

/// The virtual threads of a run.
#[derive(Debug, Default)]
pub(super) struct Continuations {
    /// The bodies that threads run, by their objects.
    bodies: FxHashMap<u32, u32>,
}

impl Continuations {
    /// A thread gives a body to the object that has a field in a slot.
    pub(super) fn give(&mut self, slot: u32, field_slot: u32, body: u32) {
        self.bodies.insert(slot.wrapping_sub(field_slot), body);
    }

    /// Returns where a virtual thread meets those that carry it and wake it up, by a field of its object.
    pub(super) fn meeting(&self, slot: u32, field_slot: u32) -> Option<Meeting> {
        self.bodies.get(&slot.wrapping_sub(field_slot)).map(|&body| Meeting::Slot(body))
    }
}
