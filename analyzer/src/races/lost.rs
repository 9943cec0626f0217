//! Updates of volatile fields that may be lost: each reads and writes in two steps, and what another thread writes in between is
//! overwritten unseen (docs/metrics.md, “Lost updates”).
//!
//! Accesses of volatile fields do not race, for each orders those behind it. So updates have clocks of their own, without what the updated
//! fields order themselves: two updates that nothing else orders may overlap.

use rustc_hash::{FxHashMap, FxHashSet};

use super::clocks::Clocks;
use crate::dependences::Kind;
use crate::handovers::{Ends, Pairs};
use crate::heap::At;
use crate::synchronization::Meeting;

/// What a path does to a volatile field.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// It stores what it has computed from a field, which is an update if it is the same one.
    Update { load: At, store: At, accessor: u32 },
    /// It reads or writes it otherwise.
    Other(At),
}

/// One field of an object, or static field, that was updated.
#[derive(Debug, Default)]
struct Field {
    /// The last update by each thread: accessor, and time of the thread.
    last: FxHashMap<u32, (u32, u32)>,
    /// Numbers of updates by two accessors that nothing orders.
    found: FxHashMap<(u32, u32), u64>,
}

/// All updates of volatile fields.
#[derive(Debug, Default)]
pub(super) struct Lost {
    clocks: Clocks,
    /// By slot.
    fields: FxHashMap<u32, Field>,
    /// Slots, and threads that access them otherwise than by updates. They may wait there for their turn.
    otherwise: FxHashSet<(u32, u32)>,
}

impl Lost {
    pub(super) fn begin(&mut self, thread: usize) {
        self.clocks.begin(thread);
    }

    pub(super) fn acquire(&mut self, thread: usize, meeting: Meeting) {
        if !self.is_updated(meeting) {
            self.clocks.acquire(thread, meeting);
        }
    }

    pub(super) fn release(&mut self, thread: usize, meeting: Meeting) {
        if !self.is_updated(meeting) {
            self.clocks.release(thread, meeting);
        }
    }

    fn is_updated(&self, meeting: Meeting) -> bool {
        matches!(meeting, Meeting::Slot(slot) if self.fields.contains_key(&slot))
    }

    /// A thread does something to a volatile field.
    pub(super) fn step(&mut self, thread: usize, step: Step, slots: &[u32]) {
        let number = thread as u32;
        match step {
            Step::Update { load, store, accessor } if load.slot(slots) == store.slot(slots) => {
                self.update(number, store.slot(slots), accessor);
            }
            Step::Update { load, store, .. } => {
                [load, store].into_iter().for_each(|at| self.other(number, at.slot(slots)))
            }
            Step::Other(at) => self.other(number, at.slot(slots)),
        }
    }

    fn other(&mut self, thread: u32, slot: u32) {
        self.otherwise.insert((slot, thread));
    }

    fn update(&mut self, thread: u32, slot: u32, accessor: u32) {
        if slot == 0 {
            return; // no object
        }
        let clocks = &self.clocks;
        let field = self.fields.entry(slot).or_default();
        for (_, &(other, _)) in field
            .last
            .iter()
            .filter(|&(&other, &(_, time))| other != thread && !clocks.has_seen(thread as usize, other, time))
        {
            *field.found.entry((other, accessor)).or_default() += 1;
        }
        field.last.insert(thread, (accessor, clocks.time(thread as usize)));
    }

    /// Returns what may have been lost, for each pair of stores: of fields that the threads which update them do not access otherwise.
    pub(super) fn finish(self, ends: &Ends) -> Pairs {
        let Self { fields, otherwise, .. } = self;
        let mut pairs = Pairs::default();
        let is_only_updated = |slot: u32, field: &Field| !field.last.keys().any(|&by| otherwise.contains(&(slot, by)));
        for (_, field) in fields.into_iter().filter(|(slot, field)| is_only_updated(*slot, field)) {
            for ((first, second), times) in field.found {
                if let (Some(first), Some(second)) = (ends.get(first), ends.get(second)) {
                    pairs.count(Kind::Waw, (first, second), times);
                }
            }
        }
        pairs
    }
}
