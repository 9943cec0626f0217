//! Calls of code that is not traced: which of them use an object that is for one thread at a time, and which may order threads.

use paratrace_jvm::library::{self, ClassFact};
use paratrace_jvm::opcodes;
use paratrace_replay::paths::accesses::{Event, Script, Through, What};
use paratrace_traceformat::map::{Effect, InstructionId, Mode, ProgramMap, Site};
use rustc_hash::FxHashMap;

use crate::heap::At;

/// Methods that change their object, whatever it had before. Others, as `set`, may change a part that no other thread uses.
const CHANGES: [&str; 31] = [
    "add",
    "addAll",
    "addFirst",
    "addLast",
    "append",
    "appendCodePoint",
    "clear",
    "compute",
    "computeIfAbsent",
    "delete",
    "deleteCharAt",
    "find",
    "format",
    "insert",
    "matches",
    "merge",
    "offer",
    "offerFirst",
    "offerLast",
    "parse",
    "poll",
    "pollFirst",
    "pollLast",
    "pop",
    "push",
    "put",
    "putAll",
    "putIfAbsent",
    "remove",
    "reverse",
    "setLength",
];

/// Methods of `Thread` of which nobody expects that they order threads.
const OF_THREAD: [&str; 9] =
    ["<init>", "currentThread", "getId", "getName", "setDaemon", "setName", "setPriority", "threadId", "yield"];

/// What a call of untraced code does that matters.
#[derive(Debug, Clone, Copy)]
pub(super) enum Touch {
    /// It has made an object of a class.
    Makes(At, &'static str),
    /// It uses an object: one of this class, or one of a class that is known only when the call runs.
    Uses { at: At, class: Option<&'static str>, writes: bool },
    /// It may order threads, unless the object is one for one thread at a time.
    MayOrder(Option<At>),
}

/// Returns what an event of the program's code does to objects.
pub(super) fn touch(map: &ProgramMap, event: &Event) -> Option<Touch> {
    let site = map.call_at(event.insn)?;
    match event.what {
        What::Made { place } => Some(Touch::Makes(At::of(place)?, unguarded(&site.class)?)),
        What::Touch { place, argument: 0 } if has_receiver(site) => {
            let writes = CHANGES.contains(&&*site.name);
            Some(Touch::Uses { at: At::of(place)?, class: unguarded(&site.class), writes })
        }
        _ => None,
    }
}

/// Lists the calls of a path that may order threads, if nothing is known of that.
pub(super) fn ordering_calls(map: &ProgramMap, script: &Script) -> Vec<Touch> {
    let events_of = |insn: InstructionId| script.events.iter().filter(move |event| event.insn == insn);
    let orders = |event: &Event| is_of_thread(&event.what);
    let receiver = |insn: InstructionId| {
        let touched = events_of(insn).find_map(|event| touch(map, event))?;
        if let Touch::Uses { at, .. } = touched { Some(at) } else { None }
    };
    let calls = script.insns().filter(|&insn| map.call_at(insn).is_some_and(may_order));
    calls.filter(|&insn| !events_of(insn).any(orders)).map(|insn| Touch::MayOrder(receiver(insn))).collect()
}

/// Returns whether this starts a thread, wakes it up, or waits for it: that orders what it says. What a lock or a queue orders may go through
/// other objects, too.
fn is_of_thread(what: &What) -> bool {
    let (What::Acquires { through } | What::Awaits { through } | What::Releases { through }) = what else {
        return false;
    };
    matches!(through, Through::Thread(_) | Through::EndOf(_) | Through::Own)
}

/// Returns whether it is not known of a call that it orders no threads.
fn may_order(site: &Site) -> bool {
    let is_opaque = matches!(site.mode, Mode::Leaf | Mode::Open) && site.effect == Effect::State;
    is_opaque
        && site.opcode != opcodes::INVOKEDYNAMIC
        && unguarded(&site.class).is_none()
        && !(site.class == "java/lang/Thread" && OF_THREAD.contains(&&*site.name))
        && !library::is(&site.class, ClassFact::Value)
        && !library::is_pure(&site.class, &site.name, &site.desc)
}

fn has_receiver(site: &Site) -> bool {
    ![opcodes::INVOKESTATIC, opcodes::INVOKEDYNAMIC].contains(&site.opcode) && site.name != "<init>"
}

/// Returns the class, if its objects are for one thread at a time.
fn unguarded(class: &str) -> Option<&'static str> {
    library::class(class).filter(|class| class.is(ClassFact::Unguarded)).map(|class| class.name)
}

/// Objects that the program has made, and that are for one thread at a time: their classes, by their states.
#[derive(Debug, Default)]
pub(super) struct Objects(FxHashMap<u32, &'static str>);

impl Objects {
    pub(super) fn add(&mut self, slot: u32, class: &'static str) {
        self.0.insert(slot, class);
    }

    /// Returns the class of an object; nothing if it is not known to be for one thread at a time.
    pub(super) fn class(&self, slot: u32) -> Option<&'static str> {
        self.0.get(&slot).copied()
    }
}
