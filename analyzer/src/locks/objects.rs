//! The objects that threads lock, and where the program's code does so.

use paratrace_traceformat::map::{InstructionId, MethodId};
use rustc_hash::FxHashMap;

use super::sets::{Set, Sets};
use crate::limits;

/// Where own code enters a lock: an instruction, or `NONE` for the beginning of a `synchronized` method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) method: MethodId,
    pub(super) insn: InstructionId,
}

/// No thread.
const NOBODY: u32 = u32::MAX;

/// An object that threads lock.
#[derive(Debug, Clone)]
pub(super) struct Object {
    pub(super) slot: u32,
    pub(super) is_monitor: bool,
    /// The thread that entered it first, and that which did so last; [`NOBODY`] before.
    first: u32,
    last: u32,
    /// Number of its sections so far.
    pub(super) sections: u32,
    /// Number of threads that are inside now. Of a monitor there may be several, as a thread may be seen to leave only at its next turn.
    inside: u32,
    /// One more than the number of a place where own code entered it; 0 if there is none.
    pub(super) entry: u32,
    /// The last section with a call of untraced code that may have done anything.
    pub(super) blind: u32,
    pub(super) is_shared: bool,
    /// Whether it is not known who held it when.
    pub(super) is_doubtful: bool,
    pub(super) threads: Set,
    pub(super) held: u64,
    pub(super) handed_over: u64,
    pub(super) compared: u64,
    pub(super) independent: u64,
}

/// A section that begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section {
    /// Its number among those of the object, from 1.
    pub(super) number: u32,
    /// The number of the last section of the same thread, if this section is compared with what came between; else 0.
    pub(super) since: u32,
    /// Whether other threads have entered the object, so that later sections may be compared with this one.
    pub(super) is_shared: bool,
}

/// All objects, numbered from 0.
#[derive(Debug, Default)]
pub(super) struct Objects {
    pub(super) all: Vec<Object>,
    by_slot: FxHashMap<u32, u32>,
    /// The last section of each thread in each shared object.
    last: FxHashMap<(u32, u32), u32>,
    pub(super) entries: Vec<Entry>,
    numbers: FxHashMap<Entry, u32>,
    /// Of each place, one that stands for those of the same row, if not itself.
    joined: Vec<u32>,
    is_full: bool,
}

impl Objects {
    /// Returns whether there were too many objects.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns the number of the object with a slot, which gets one if it is new; `None` if there are too many.
    pub(super) fn number(&mut self, slot: u32, is_monitor: bool) -> Option<u32> {
        if let Some(&known) = self.by_slot.get(&slot) {
            return Some(known);
        }
        if self.all.len() >= limits::LOCK_OBJECTS {
            self.is_full = true;
            return None;
        }
        self.all.push(Object {
            slot,
            is_monitor,
            first: NOBODY,
            last: NOBODY,
            sections: 0,
            inside: 0,
            entry: 0,
            blind: 0,
            is_shared: false,
            is_doubtful: false,
            threads: Set::EMPTY,
            held: 0,
            handed_over: 0,
            compared: 0,
            independent: 0,
        });
        let number = self.all.len() as u32 - 1;
        self.by_slot.insert(slot, number);
        Some(number)
    }

    /// Returns the number of the object with a slot, if it has one.
    pub(super) fn known(&self, slot: u32) -> Option<u32> {
        self.by_slot.get(&slot).copied()
    }

    /// Own code enters an object at a place: places where one object is entered are of one row.
    pub(super) fn entered_at(&mut self, object: u32, entry: Entry) {
        let number = *self.numbers.entry(entry).or_insert_with(|| {
            self.entries.push(entry);
            self.joined.push(self.joined.len() as u32);
            self.joined.len() as u32 - 1
        });
        let before = std::mem::replace(&mut self.all[object as usize].entry, number + 1);
        if before != 0 && before != number + 1 {
            let (one, other) = (self.row(before - 1), self.row(number));
            // The first place stands for all.
            self.joined[one.max(other) as usize] = one.min(other);
        }
    }

    /// Returns the place that stands for all places of the same row.
    pub(super) fn row(&self, entry: u32) -> u32 {
        let mut at = entry;
        while self.joined[at as usize] != at {
            at = self.joined[at as usize];
        }
        at
    }

    /// A thread begins a section.
    pub(super) fn begin(&mut self, object: u32, thread: u32, threads: &mut Sets) -> Section {
        let this = &mut self.all[object as usize];
        this.sections = this.sections.saturating_add(1);
        let (number, was_inside) = (this.sections, this.inside > 0);
        let is_handed_over = this.last != NOBODY && this.last != thread;
        if this.first == NOBODY {
            this.first = thread;
            this.threads = Set::one(thread);
        } else if is_handed_over && !this.is_shared {
            this.is_shared = true;
            self.last.insert((object, this.first), number - 1);
        }
        (this.last, this.inside) = (thread, this.inside + 1);
        this.handed_over += u64::from(is_handed_over);
        let mut since = 0;
        if this.is_shared {
            let before = self.last.insert((object, thread), number);
            if before.is_none() {
                this.threads = threads.union(this.threads, Set::one(thread));
            }
            since = before.filter(|_| is_handed_over && !was_inside).unwrap_or(0);
        }
        Section { number, since, is_shared: this.is_shared }
    }

    /// A thread ends a section, after so many nodes. A section that was compared depends on those before or does not.
    pub(super) fn end(&mut self, object: u32, nodes: u64, depends: Option<bool>) {
        let this = &mut self.all[object as usize];
        this.inside = this.inside.saturating_sub(1);
        this.held += nodes;
        this.compared += u64::from(depends.is_some());
        this.independent += u64::from(depends == Some(false));
    }
}
