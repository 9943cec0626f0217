//! Locks: what they protect, what they serialise though it is independent, and which are not needed (docs/metrics.md, “Locks”).
//!
//! Threads come in one order that respects happens-before. Followed are the monitors that they enter, and the locks of
//! `java.util.concurrent.locks` that the program's code calls by name; sections lie between entering one and leaving it.

mod cells;
mod given;
mod list;
mod objects;
mod plan;
mod sections;
mod sets;
mod thread;

pub(crate) use list::locks;

use paratrace_replay::stream::{Chunk, copies, forward};
use paratrace_traceformat::map::{InstructionId, MONITOR, Method, ProgramMap};
use rustc_hash::FxHashMap;

use cells::{By, Cells};
use given::Given;
use objects::Objects;
use plan::Planner;
use sections::{Accessed, Sections};
use thread::{Thread, Turn};

/// The pass over all threads in one order.
pub(crate) struct LockPass<'m> {
    map: &'m ProgramMap,
    planner: Planner<'m>,
    objects: Objects,
    cells: Cells,
    sections: Sections,
    given: Given,
    threads: Vec<Option<Box<Thread>>>,
    /// Number of sections that depend on earlier ones, by lock and the access that shows it first.
    conflicts: FxHashMap<(u32, InstructionId), u64>,
}

impl<'m> LockPass<'m> {
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        Self {
            map,
            planner: Planner::new(map),
            objects: Objects::default(),
            cells: Cells::new(),
            sections: Sections::default(),
            given: Given::new(map.static_slots),
            threads: Vec::new(),
            conflicts: FxHashMap::default(),
        }
    }

    /// Takes the next chunk of a thread.
    pub(crate) fn take(&mut self, number: usize, chunk: &Chunk) {
        if self.is_given_up() {
            return;
        }
        self.given.note(&chunk.notes);
        if number >= self.threads.len() {
            self.threads.resize_with(number + 1, || None);
        }
        let mut thread = self.threads[number].take().unwrap_or_default();
        thread.plans.extend(chunk.programs.iter().map(|program| self.planner.plan(program)));
        forward(&chunk.words, &mut Turn { pass: self, thread: &mut thread, number: number as u32 });
        self.threads[number] = Some(thread);
        if self.is_given_up() {
            self.cells = Cells::new();
            self.sections = Sections::default();
        }
    }

    /// A thread has ended.
    pub(crate) fn ended(&mut self, number: usize) {
        if let Some(mut thread) = self.threads.get_mut(number).and_then(Option::take) {
            thread.end(&mut self.objects);
        }
        self.cells.end(number);
    }

    /// Returns whether there are more locks than are followed.
    fn is_given_up(&self) -> bool {
        self.objects.is_full()
    }

    /// A thread accesses one location, or several that were accessed alike.
    #[inline(always)]
    fn access(&mut self, thread: &mut Thread, slots: (u32, u32), by: By) {
        self.cells.access(slots, by);
        if thread.is_recorded {
            (slots.0..slots.0 + slots.1).for_each(|slot| self.record(thread, slot, by));
        }
    }

    /// Records an access in a section.
    #[cold]
    fn record(&mut self, thread: &mut Thread, slot: u32, by: By) {
        let entity = self.given.entity(slot);
        let is_given = self.given.is_given(entity);
        let Self { sections, conflicts, .. } = self;
        thread.each_section(|held| {
            let mut depends = sections.access(held.of(), Accessed::Slot(slot), by.writes);
            if entity != 0 {
                sections.access(held.of(), Accessed::PartOf(entity), by.writes);
            }
            depends |= is_given && sections.would_depend(held.of(), Accessed::Whole(entity), by.writes);
            held.found(depends, by.insn, conflicts);
        });
    }

    /// Untraced code uses an object that it is given.
    fn touch(&mut self, thread: &mut Thread, slot: u32, (insn, writes): (InstructionId, bool)) {
        let entity = self.given.entity(slot);
        self.given.give(entity);
        if thread.is_recorded {
            let Self { sections, conflicts, .. } = self;
            thread.each_section(|held| {
                let mut depends = sections.access(held.of(), Accessed::Whole(entity), writes);
                depends |= sections.would_depend(held.of(), Accessed::PartOf(entity), writes);
                held.found(depends, insn, conflicts);
            });
        }
    }

    /// Untraced code is called that may do anything.
    fn blind(&mut self, thread: &mut Thread, insn: InstructionId) {
        let Self { objects, conflicts, .. } = self;
        thread.each_section(|held| {
            let of = held.of();
            let blind = &mut objects.all[of.lock as usize].blind;
            *blind = of.section.max(*blind);
            held.found(true, insn, conflicts);
        });
    }

    /// Reads the sources of copies, then writes their targets.
    fn copy(&mut self, thread: &mut Thread, group: &[u32], by: By) {
        copies::sources(group).for_each(|slots| self.stretches(thread, slots, by));
        copies::targets(group).for_each(|slots| self.stretches(thread, slots, By { writes: true, ..by }));
    }

    fn stretches(&mut self, thread: &mut Thread, (first, count): (u32, u32), by: By) {
        let mut done = 0;
        while done < count {
            let same = self.cells.same_after(first + done, count - done);
            self.access(thread, (first + done, same), by);
            done += same;
        }
    }
}

/// Returns whether a program has code that locks something.
pub(crate) fn has_any(map: &ProgramMap) -> bool {
    let own = || map.own_methods().map(|(_, method)| method).filter(|method| method.untraced.is_none());
    own().any(Method::is_synchronized)
        || own().flat_map(Method::instructions).any(|insn| {
            map.insns.flags[insn.index()] & MONITOR != 0
                || map.call_at(insn).is_some_and(|site| plan::LOCKING.contains(&&*site.name))
        })
}
