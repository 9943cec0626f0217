//! Virtual threads of a traced JDK, which pools carry.
//!
//! Nothing that a virtual thread executes itself says that it was started or woken up: its carrier does that, in another thread. A
//! thread that looks at the state of its object or changes it comes behind all that the virtual thread has done so far. The next turn of the virtual
//! thread comes behind a thread that changes it, unless that is only a carrier. The object is told by the `Runnable` that its continuation runs: the
//! constructor of `VirtualThread` makes that for it, and the first thing that the virtual thread does is to read a field of it.

use std::ops::Range;

use fixedbitset::FixedBitSet;
use paratrace_replay::paths::accesses::{Event, Place, Through, What};
use paratrace_replay::program::RegionId;
use paratrace_traceformat::map::{LoopId, Method, MethodId, ProgramMap};
use rustc_hash::FxHashMap;

use crate::heap::{At, is_field};
use crate::synchronization::Meeting;

const CLASS: &str = "java/lang/VirtualThread";
/// The class of what a continuation runs, and its field for the thread.
const BODY: (&str, &str) = ("java/lang/VirtualThread$VThreadContinuation$1", "val$vthread");
const CONTINUATION: &str = "cont";
/// The field that says what a thread does next, and the methods that look at it and change it.
const STATE: &str = "state";
const LOOKING_METHODS: [&str; 1] = ["state"];
const CHANGING_METHODS: [&str; 2] = ["compareAndSetState", "setState"];
/// Methods in which a carrier changes the state of a thread that it carries. It neither starts nor wakes it up: what the carrier has done
/// before, among it all that it has carried, need not come before what the thread does next.
const CARRIER_METHODS: [&str; 4] = ["runContinuation", "afterYield", "afterDone", "afterTerminate"];

/// What a path does to a virtual thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Life {
    /// It makes a body.
    MakesBody(At),
    /// It gives the body that was made last to the object that has this field; with the slot of the field in the object.
    GivesBody(At, u32),
    /// It looks at the state of the object that has this field.
    LooksAtState(At, u32),
    /// It changes the state of the object that has this field.
    ChangesState(At, u32),
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
    /// The instructions of methods that look at the state.
    looking: Vec<Range<u32>>,
    /// The instructions of methods that change the state.
    changing: Vec<Range<u32>>,
    /// The methods that start virtual threads or wake them up, and all others of their class but those of carriers; with their loops.
    wakers: FixedBitSet,
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
            looking: code_of(map, &LOOKING_METHODS),
            changing: code_of(map, &CHANGING_METHODS),
            wakers: wakers(map),
        })
    }

    /// Returns whether a thread that changes the state of a virtual thread, with this region the innermost one, may start it or wake it up.
    pub(super) fn wakes(&self, caller: RegionId) -> bool {
        self.wakers.contains(caller.index())
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
                let is_in = |code: &[Range<u32>]| code.iter().any(|insns| insns.contains(&event.insn.number()));
                let at = meeting_place(through)?;
                match () {
                    () if is_in(&self.changing) => Some(Life::ChangesState(at, self.state.slot)),
                    () if is_in(&self.looking) => Some(Life::LooksAtState(at, self.state.slot)),
                    () => None,
                }
            }
            _ => None,
        }
    }
}

fn meeting_place(through: Through) -> Option<At> {
    if let Through::Place(place @ Place::Resolved(_)) = through { At::of(place) } else { None }
}

fn is_of_virtual_threads(map: &ProgramMap, method: &Method) -> bool {
    map.classes.get(method.class.index()).is_some_and(|class| class.name == CLASS)
}

/// Lists the instructions of the methods of virtual threads with these names.
fn code_of(map: &ProgramMap, names: &[&str]) -> Vec<Range<u32>> {
    let methods = map.methods.iter().filter(|method| names.contains(&&*method.name));
    methods.filter(|method| is_of_virtual_threads(map, method)).map(|method| method.insns.clone()).collect()
}

fn wakers(map: &ProgramMap) -> FixedBitSet {
    let is_waker = |method: &Method| !CARRIER_METHODS.contains(&&*method.name) && is_of_virtual_threads(map, method);
    let mut regions = FixedBitSet::with_capacity(map.methods.len() + map.loops.len());
    for (method, number) in map.methods.iter().zip(MethodId::all()).filter(|(method, _)| is_waker(method)) {
        let loops = method.loops.clone().map(|looped| RegionId::of_loop(map, LoopId::new(looped)));
        regions.extend([RegionId::of_method(number)].into_iter().chain(loops).map(RegionId::index));
    }
    regions
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
