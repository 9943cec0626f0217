//! What threads hand to each other: dependences through memory whose ends are in different threads (docs/metrics.md, “Across threads”).
//!
//! Every heap location has a record of its last writer: a thread and an instruction. Threads come in one order that respects
//! happens-before.

mod list;
mod plan;

pub(crate) use list::handovers;

use paratrace_replay::stream::{Chunk, StreamPass, copies, forward};
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use crate::depths::Arena;
use plan::{Access, Op, Plan};

/// An instruction in a thread that executes it, by its number among all that write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Writer {
    thread: u32,
    insn: InstructionId,
}

/// What the later end of a dependence does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Later {
    Reads,
    Writes,
}

/// Dependences between two instructions that ran in different threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Handed {
    pub(crate) count: u64,
    /// The threads of all of them, the writing one first; `None` if they are not always the same.
    pub(crate) threads: Option<(u32, u32)>,
}

/// Handovers by what the later end does, by the instruction that wrote, and by the later one.
pub(crate) type Handovers = FxHashMap<(Later, InstructionId, InstructionId), Handed>;

/// The pass over all threads in one order.
pub(crate) struct HandoverPass {
    /// One more than the number of the last writer; 0 if there was none.
    memory: Arena<u32>,
    writers: Vec<Writer>,
    /// Plans of each thread's paths.
    threads: Vec<Vec<Plan>>,
    found: Handovers,
}

impl HandoverPass {
    pub(crate) fn new() -> Self {
        Self { memory: Arena::new(), writers: Vec::new(), threads: Vec::new(), found: Handovers::default() }
    }

    /// Takes the next chunk of a thread.
    pub(crate) fn take(&mut self, thread: usize, chunk: &Chunk) {
        if thread >= self.threads.len() {
            self.threads.resize_with(thread + 1, Vec::new);
        }
        let mut plans = std::mem::take(&mut self.threads[thread]);
        let writers = &mut self.writers;
        let mut writer = |insn| {
            writers.push(Writer { thread: thread as u32, insn });
            writers.len() as u32
        };
        plans.extend(chunk.programs.iter().map(|program| Plan::of(program, &mut writer)));
        forward(&chunk.words, &mut Running { pass: self, plans: &plans, thread: thread as u32 });
        self.threads[thread] = plans;
    }

    /// Forgets the paths of a thread that has ended.
    pub(crate) fn ended(&mut self, thread: usize) {
        if let Some(plans) = self.threads.get_mut(thread) {
            *plans = Vec::new();
        }
    }

    /// Returns what was found.
    pub(crate) fn finish(self) -> Handovers {
        self.found
    }
}

/// The pass over one chunk.
struct Running<'a> {
    pass: &'a mut HandoverPass,
    plans: &'a [Plan],
    thread: u32,
}

impl Running<'_> {
    /// Counts what depends on a write, if another thread wrote.
    #[inline]
    fn depends(&mut self, writer: u32, (later, insn): (Later, InstructionId), times: u32) {
        if let Some(&on) = self.pass.writers.get((writer as usize).wrapping_sub(1))
            && on.thread != self.thread
        {
            self.count(on, (later, insn), times);
        }
    }

    #[cold]
    fn count(&mut self, on: Writer, (later, insn): (Later, InstructionId), times: u32) {
        let threads = Some((on.thread, self.thread));
        let handed = self.pass.found.entry((later, on.insn, insn)).or_insert(Handed { count: 0, threads });
        handed.count += u64::from(times);
        handed.threads = handed.threads.filter(|_| handed.threads == threads);
    }

    /// Reads the sources of copies, then writes their targets.
    fn copy(&mut self, group: &[u32], insn: InstructionId, writer: u32) {
        let runs = copies::runs(group).filter(|run| run.source != 0);
        runs.for_each(|run| self.stretches(run.source, run.length, (Later::Reads, insn)));
        for run in copies::runs(group).filter(|run| run.target != 0) {
            self.stretches(run.target, run.length, (Later::Writes, insn));
            self.pass.memory.fill(run.target, run.length, writer);
        }
    }

    /// Counts what depends on the writes of consecutive slots, a stretch of equal ones at a time.
    fn stretches(&mut self, first: u32, count: u32, later: (Later, InstructionId)) {
        let mut done = 0;
        while done < count {
            let same = self.pass.memory.same_after(first + done, count - done).max(1);
            self.depends(self.pass.memory.get(first + done), later, same);
            done += same;
        }
    }
}

impl StreamPass for Running<'_> {
    fn path(&mut self, _: usize, program: u32, _: u32, slots: &[u32]) {
        let plans = self.plans;
        let plan = &plans[program as usize];
        let (slots, mut copies) = slots.split_at(plan.slots as usize);
        for &Op { access, insn } in &plan.ops {
            match access {
                Access::Read(at) => self.depends(self.pass.memory.get(at.slot(slots)), (Later::Reads, insn), 1),
                // Slot 0 belongs to no object.
                Access::Write(at, _) if at.slot(slots) == 0 => {}
                Access::Write(at, writer) => {
                    self.depends(self.pass.memory.get(at.slot(slots)), (Later::Writes, insn), 1);
                    self.pass.memory.set(at.slot(slots), writer);
                }
                Access::Copy(writer) => self.copy(copies::first(&mut copies), insn, writer),
            }
        }
    }
}
