//! What threads hand to each other: dependences through memory whose ends are in different threads (docs/metrics.md, “Across threads”).
//!
//! Every heap location has a record of its last writer, and of those who have read it since: instructions in threads. Threads come in
//! one order that respects happens-before.

mod ends;
mod found;
mod list;
mod plan;
mod readers;

pub(crate) use ends::{End, Ends, OfThread};
pub(crate) use found::{Handovers, Pairs};
pub(crate) use list::pairs;

use paratrace_replay::base::frames::Cell;
use paratrace_replay::stream::{Chunk, StreamPass, copies, forward};
use paratrace_traceformat::map::{InstructionId, ProgramMap};
use rustc_hash::FxHashMap;

use crate::dependences::Kind;
use crate::depths::Arena;
use crate::false_sharing::{Lines, Transfers};
use crate::limits;
use plan::{Access, Plan};
use readers::{Set, Sets};

/// What happened to a location last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Record {
    /// The number of who wrote it; 0 if nobody did.
    writer: u32,
    /// Those who have read it since.
    readers: Set,
}

impl Cell for Record {
    const ZERO: Self = Self { writer: 0, readers: Set::EMPTY };
}

/// What is known of a thread until it ends.
#[derive(Default)]
struct Thread {
    /// Plans of its paths.
    plans: Vec<Plan>,
    /// The numbers of its instructions.
    numbers: OfThread,
}

/// The pass over all threads in one order.
pub(crate) struct HandoverPass {
    memory: Arena<Record>,
    ends: Ends,
    sets: Sets,
    threads: Vec<Thread>,
    found: Handovers,
    /// How often somebody overwrote what these have read. Who they are is looked up later: many locations are read by the same.
    overwritten: FxHashMap<(Set, u32), u64>,
    lines: Lines,
}

impl HandoverPass {
    pub(crate) fn new(map: &ProgramMap) -> Self {
        Self {
            memory: Arena::new(),
            ends: Ends::default(),
            sets: Sets::new(limits::READER_SETS),
            threads: Vec::new(),
            found: Handovers::default(),
            overwritten: FxHashMap::default(),
            lines: Lines::new(map.static_slots),
        }
    }

    /// Takes the next chunk of a thread.
    pub(crate) fn take(&mut self, map: &ProgramMap, thread: usize, chunk: &Chunk) {
        self.lines.note(&chunk.notes);
        if thread >= self.threads.len() {
            self.threads.resize_with(thread + 1, Thread::default);
        }
        let mut own = std::mem::take(&mut self.threads[thread]);
        for program in &chunk.programs {
            let number = |insn| self.ends.number(&mut own.numbers, thread as u32, insn);
            own.plans.push(Plan::of(map, program, number));
        }
        forward(&chunk.words, &mut Running { pass: self, plans: &own.plans, thread: thread as u32 });
        self.threads[thread] = own;
        if self.overwritten.len() > limits::OVERWRITTEN_SETS {
            self.count_overwritten();
        }
    }

    /// Forgets the paths of a thread that has ended.
    pub(crate) fn ended(&mut self, thread: usize) {
        if let Some(own) = self.threads.get_mut(thread) {
            *own = Thread::default();
        }
    }

    /// Returns what was found.
    pub(crate) fn finish(mut self, map: &ProgramMap) -> Handovers {
        self.count_overwritten();
        self.found.transfers = Transfers::of(map, &self.lines);
        self.found
    }

    fn count_overwritten(&mut self) {
        for ((readers, writer), times) in std::mem::take(&mut self.overwritten) {
            let Some(writer) = self.ends.get(writer) else { continue };
            let readers = self.sets.members(readers).into_iter().filter_map(|reader| self.ends.get(reader));
            for reader in readers.filter(|reader| reader.thread != writer.thread) {
                self.found.pairs.count(Kind::War, (reader, writer), times);
            }
        }
    }
}

/// The pass over one chunk.
struct Running<'a> {
    pass: &'a mut HandoverPass,
    plans: &'a [Plan],
    thread: u32,
}

impl Running<'_> {
    #[inline]
    fn read(&mut self, slot: u32, by: u32) {
        let record = self.pass.memory.get(slot);
        self.depends(Kind::Raw, (record.writer, by), (slot, 1));
        let readers = self.joined(record.readers, by, 1);
        // Slot 0 belongs to no object.
        if readers != record.readers && slot != 0 {
            self.pass.memory.set(slot, Record { readers, ..record });
        }
    }

    #[inline]
    fn write(&mut self, slot: u32, by: u32, in_line: Option<InstructionId>) {
        if slot != 0 {
            self.overwrites(self.pass.memory.get(slot), by, (slot, 1));
            self.pass.memory.set(slot, Record { writer: by, readers: Set::EMPTY });
            if let Some(insn) = in_line {
                self.pass.lines.write(slot, self.thread, insn);
            }
        }
    }

    /// Counts what depends on the writes of consecutive slots, if another thread wrote.
    #[inline]
    fn depends(&mut self, kind: Kind, (writer, by): (u32, u32), slots: (u32, u32)) {
        if let Some(head) = self.pass.ends.get(writer)
            && head.thread != self.thread
            && let Some(tail) = self.pass.ends.get(by)
        {
            self.takes(kind, (head, tail), slots);
        }
    }

    #[cold]
    fn takes(&mut self, kind: Kind, (head, tail): (End, End), (first, count): (u32, u32)) {
        self.pass.found.pairs.count(kind, (head, tail), count.into());
        (first..first + count).for_each(|slot| self.pass.lines.taken(slot, (head.thread, tail.thread)));
    }

    /// Counts what the writes of consecutive slots depend on.
    #[inline]
    fn overwrites(&mut self, record: Record, by: u32, slots: (u32, u32)) {
        self.depends(Kind::Waw, (record.writer, by), slots);
        if record.readers != Set::EMPTY && self.pass.sets.thread(record.readers, &self.pass.ends) != Some(self.thread) {
            *self.pass.overwritten.entry((record.readers, by)).or_insert(0) += u64::from(slots.1);
        }
    }

    /// Returns those who have read a location, with one more.
    #[inline]
    fn joined(&mut self, readers: Set, by: u32, times: u32) -> Set {
        match readers {
            Set::EMPTY => Set::of(by),
            alone if alone == Set::of(by) => alone,
            others => self.pass.sets.with(others, by, &self.pass.ends).unwrap_or_else(|| {
                self.pass.found.reads_left_out += u64::from(times);
                others
            }),
        }
    }

    /// Reads the sources of copies, then writes their targets.
    fn copy(&mut self, group: &[u32], by: u32) {
        for (first, length) in copies::sources(group) {
            self.stretches(first, length, |running, (first, count), record| {
                running.depends(Kind::Raw, (record.writer, by), (first, count));
                let readers = running.joined(record.readers, by, count);
                if readers != record.readers {
                    running.pass.memory.fill(first, count, Record { readers, ..record });
                }
            });
        }
        for (first, length) in copies::targets(group) {
            self.stretches(first, length, |running, slots, record| running.overwrites(record, by, slots));
            self.pass.memory.fill(first, length, Record { writer: by, readers: Set::EMPTY });
        }
    }

    /// Visits consecutive slots, a stretch of equal ones at a time: the first, how many, and their record.
    fn stretches(&mut self, first: u32, count: u32, mut visit: impl FnMut(&mut Self, (u32, u32), Record)) {
        let mut done = 0;
        while done < count {
            let slot = first + done;
            let same = self.pass.memory.same_after(slot, count - done).max(1);
            let record = self.pass.memory.get(slot);
            visit(self, (slot, same), record);
            done += same;
        }
    }
}

impl StreamPass for Running<'_> {
    fn path(&mut self, _: usize, program: u32, _: u32, slots: &[u32]) {
        let plans = self.plans;
        let plan = &plans[program as usize];
        let (slots, mut copies) = slots.split_at(plan.slots as usize);
        for &access in &plan.accesses {
            match access {
                Access::Read(at, by) => self.read(at.slot(slots), by),
                Access::Write(at, by, in_line) => self.write(at.slot(slots), by, in_line),
                Access::Copy(by) => self.copy(copies::first(&mut copies), by),
            }
        }
    }
}
