//! What the threads did, one thing after the other: accesses, sections, ends.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Place, Through, What};
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, Made, Operation, copies};
use paratrace_replay::threads::MergedSink;
use paratrace_traceformat::map::{Effect, InstructionId, MethodId, Mode, ProgramMap};

/// Where a lock is entered: its method, and the instruction, or `NONE`.
pub(super) type Entry = (MethodId, InstructionId);

/// What is accessed, of which object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Accessed {
    Slot(u32),
    /// An object that untraced code is given.
    Whole(u32),
    /// Anything.
    Unknown,
}

/// An access, and the monitors that its thread held.
#[derive(Debug, Clone)]
pub(super) struct Access {
    pub(super) thread: usize,
    pub(super) insn: InstructionId,
    pub(super) what: Accessed,
    pub(super) writes: bool,
    pub(super) held: BTreeSet<u32>,
    /// The sections that it lies in.
    pub(super) sections: Vec<usize>,
}

pub(super) enum Event {
    Access(Access),
    End(usize),
}

#[derive(Debug)]
pub(super) struct Section {
    pub(super) monitor: u32,
    pub(super) thread: usize,
    pub(super) from: u64,
    pub(super) to: u64,
    /// Whether another thread was inside when it began.
    pub(super) overlaps: bool,
    pub(super) is_over: bool,
}

pub(super) struct Held {
    pub(super) monitor: u32,
    pub(super) times: u32,
    pub(super) section: usize,
}

#[derive(Default)]
pub(super) struct Thread {
    pub(super) programs: Vec<Arc<Program>>,
    pub(super) held: Vec<Held>,
    pub(super) awaited: Vec<(u32, u32, u32)>,
    pub(super) nodes: u64,
}

pub(super) struct Locks<'m> {
    pub(super) map: &'m ProgramMap,
    pub(super) threads: Vec<Thread>,
    pub(super) events: Vec<Event>,
    pub(super) sections: Vec<Section>,
    pub(super) entries: BTreeSet<(u32, Entry)>,
    pub(super) owners: HashMap<u32, u32>,
    pub(super) next_slot: u32,
    pub(super) made: Vec<InstructionId>,
}

impl Locks<'_> {
    fn enter(&mut self, thread: usize, (monitor, times): (u32, u32), now: u64) {
        if let Some(held) = self.threads[thread].held.iter_mut().find(|held| held.monitor == monitor) {
            held.times += times;
            return;
        }
        let overlaps = self.sections.iter().any(|section| section.monitor == monitor && !section.is_over);
        self.sections.push(Section { monitor, thread, from: now, to: now, overlaps, is_over: false });
        self.threads[thread].held.push(Held { monitor, times, section: self.sections.len() - 1 });
    }

    fn leave(&mut self, thread: usize, (monitor, all): (u32, bool), now: u64) -> Option<u32> {
        let at = self.threads[thread].held.iter().position(|held| held.monitor == monitor)?;
        let held = &mut self.threads[thread].held[at];
        if !all && held.times > 1 {
            held.times -= 1;
            return None;
        }
        let held = self.threads[thread].held.remove(at);
        let section = &mut self.sections[held.section];
        (section.to, section.is_over) = (now, true);
        Some(held.times)
    }

    fn access(&mut self, thread: usize, insn: InstructionId, what: Accessed, writes: bool) {
        let held = &self.threads[thread].held;
        let sections = held.iter().map(|held| held.section).collect();
        let held = held.iter().map(|held| held.monitor).collect();
        self.events.push(Event::Access(Access { thread, insn, what, writes, held, sections }));
    }

    fn is_blind(&self, insn: InstructionId) -> bool {
        self.map.call_at(insn).is_some_and(|site| {
            site.effect == Effect::State && site.state_args.is_empty() && [Mode::Leaf, Mode::Open].contains(&site.mode)
        })
    }

    fn path(&mut self, thread: usize, program: &Program, frame: u32, slots: &[u32]) {
        while let Some((_, monitor, times)) = self.threads[thread].awaited.pop_if(|awaited| awaited.0 >= frame) {
            self.enter(thread, (monitor, times), self.threads[thread].nodes);
        }
        let (own, mut copied) = slots.split_at(program.slots as usize);
        let slot = |place| match place {
            Place::Resolved(slot) => own[slot as usize],
            Place::Static(slot) => slot,
            _ => 0,
        };
        let insns: Vec<InstructionId> = program.script.insns().collect();
        let mut events = program.script.events.iter().peekable();
        for node in 0..=insns.len() as u32 {
            while let Some(event) = events.next_if(|event| event.node == node) {
                let now = self.threads[thread].nodes + u64::from(node);
                match event.what {
                    What::Read(place) if slot(place) != 0 => {
                        self.access(thread, event.insn, Accessed::Slot(slot(place)), false);
                    }
                    What::Write(place) if slot(place) != 0 => {
                        self.access(thread, event.insn, Accessed::Slot(slot(place)), true);
                    }
                    What::Touch { place, .. } if slot(place) != 0 => {
                        let is_pure = self.map.call_at(event.insn).is_some_and(|site| site.effect == Effect::Pure);
                        let whole = Accessed::Whole(self.owners[&slot(place)]);
                        self.access(thread, event.insn, whole, !is_pure);
                    }
                    What::Copy => {
                        let group = copies::first(&mut copied);
                        for slot in copies::sources(group).flat_map(|(first, length)| first..first + length) {
                            self.access(thread, event.insn, Accessed::Slot(slot), false);
                        }
                        for slot in copies::targets(group).flat_map(|(first, length)| first..first + length) {
                            self.access(thread, event.insn, Accessed::Slot(slot), true);
                        }
                    }
                    What::Enter { place } if slot(place) != 0 => {
                        self.entries.insert((slot(place), (program.script.method, event.insn)));
                        self.enter(thread, (slot(place), 1), now);
                    }
                    What::Leave { place } => {
                        self.leave(thread, (slot(place), false), now);
                    }
                    What::Releases { through: Through::Place(place @ Place::Resolved(_)) } => {
                        if let Some(times) = self.leave(thread, (slot(place), true), now) {
                            self.threads[thread].awaited.push((frame, slot(place), times));
                        }
                    }
                    _ => {}
                }
            }
            if let Some(&insn) = insns.get(node as usize)
                && self.is_blind(insn)
            {
                self.access(thread, insn, Accessed::Unknown, true);
            }
        }
        self.threads[thread].nodes += insns.len() as u64;
    }
}

impl MergedSink for Locks<'_> {
    const NOTES: bool = true;

    type End = ();

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.made.extend(chunk.notes.births.iter().map(|birth| match birth.made {
            Made::Array { insn, .. } => insn,
            _ => InstructionId::NONE,
        }));
        for page in &chunk.notes.pages {
            self.owners.extend((self.next_slot..self.next_slot + page.size).map(|slot| (slot, page.entity)));
            self.next_slot += page.size;
        }
        self.threads[thread].programs.extend(chunk.programs);
        let mut at = 0;
        while at < chunk.words.len() {
            if let Operation::Path { program, frame, slots } = Operation::read(&chunk.words, &mut at) {
                let program = Arc::clone(&self.threads[thread].programs[program as usize]);
                self.path(thread, &program, frame, slots);
            }
        }
        Ok(())
    }

    fn end(&mut self, thread: usize, _: ReplayStats, _: Stop) {
        let held: Vec<u32> = self.threads[thread].held.iter().map(|held| held.monitor).collect();
        for monitor in held {
            self.leave(thread, (monitor, true), self.threads[thread].nodes);
        }
        self.events.push(Event::End(thread));
    }
}
