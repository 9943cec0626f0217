//! Tasks of executors: strands of their own, which begin where a worker executes them, and belong to what has handed them out.

use paratrace_traceformat::map::InstructionId;

use super::plan::How;
use super::recorder::{Recorder, Turn};
use super::steps::{Actor, END, Mark, Scheduled, Why};
use super::threads::Thread;

/// What the names of threads of fork-join pools begin with, and those of the common one.
pub(super) const FORK_JOIN: &str = "ForkJoinPool";
const COMMON: &str = "ForkJoinPool.commonPool";

/// The name of a thread without the number at its end.
fn stem(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

impl Recorder<'_, '_> {
    /// A task begins. Returns the actor of the pool that a thread works for, by the name that the pool's threads have in common, and how
    /// the task is scheduled. Fork-join pools have as many workers as there are cores; any thread may take part in the common one.
    pub(super) fn pool(&mut self, thread: &Thread, is_forked: bool) -> (u32, Scheduled) {
        let own = &self.actors[thread.number as usize].name;
        let is_common = is_forked && (!own.starts_with(FORK_JOIN) || own.starts_with(COMMON));
        let of_pool = (if is_common { COMMON } else { stem(own) }).to_owned();
        let (pool, actor) = match self.pools.get(&of_pool) {
            Some(&known) => known,
            None => {
                let threads = &self.actors[..self.threads.len()];
                let workers = threads.iter().filter(|actor| stem(&actor.name) == of_pool).count() as u32;
                let actor = Actor { name: format!("{of_pool}*"), workers, tasks: 0, role: None };
                let numbers = (self.workers.len() as u32, self.actors.len() as u32);
                self.pools.insert(of_pool, numbers);
                self.workers.push(if is_forked { u32::MAX } else { workers });
                self.actors.push(actor);
                numbers
            }
        };
        self.actors[actor as usize].tasks += 1;
        (actor, if is_forked { Scheduled::Forked(pool) } else { Scheduled::ByPool(pool) })
    }
}

impl Turn<'_, '_, '_> {
    /// The strand puts a task into a queue.
    pub(super) fn put_task(&mut self, slot: u32) {
        let strand = self.strand();
        let strands = &mut self.pass.memory.strands;
        let mark = strands.mark(strand);
        self.pass.put.insert(slot, mark);
        if let Some(open) = strands.open(strand) {
            open.wrote = true;
        }
        self.hand_out_continuation(mark);
    }

    /// The strand accesses a field by which tasks go to workers.
    pub(super) fn pass_task(&mut self, how: How, slot: u32) {
        let strand = self.strand();
        let memory = &mut self.pass.memory;
        if how == How::Updates && memory.strands.hands_out(strand) {
            self.pass.put.insert(slot, memory.strands.mark(strand));
        } else {
            let put = self.pass.put.get(&slot).copied();
            self.thread.task = put.or_else(|| memory.locations.last_write(slot));
        }
    }

    /// The strand puts a task into a queue, or takes one out.
    pub(super) fn exchange_task(&mut self, slot: u32, takes: bool) {
        if self.pass.memory.strands.hands_out(self.strand()) {
            self.put_task(slot);
        } else if takes {
            self.thread.taken = self.pass.put.get(&slot).copied().or(self.thread.taken);
        }
    }

    /// A task begins, as a strand of its own.
    pub(super) fn begin_task(&mut self, (actor, scheduled): (u32, Scheduled), is_called_back: bool) {
        let (own, level) = (self.thread.own, self.thread.level);
        if let Some(&thread) = self.thread.strands.first() {
            self.pass.memory.strands.done[thread as usize].is_worker = true;
        }
        // A task that is executed at once belongs to what calls it, and comes behind it.
        let caller = self.pass.known.invokes(self.thread.caller(1)).then(|| self.strand());
        let around = caller.and_then(|caller| self.pass.memory.strands.instance(caller));
        let called_at = caller.map(|caller| self.pass.memory.strands.mark(caller));
        let between = self.thread.between.take().filter(|_| matches!(scheduled, Scheduled::ByPool(_)));
        let strand = match between {
            // What the worker did to get the task belongs to it.
            Some(strand) => {
                let task = &mut self.pass.memory.strands.done[strand as usize];
                (task.actor, task.scheduled) = (actor, scheduled);
                strand
            }
            None => {
                let strand = self.pass.memory.strands.begin(actor, scheduled, own);
                self.thread.strands.push(strand);
                strand
            }
        };
        self.pass.memory.strands.done[strand as usize].turn = self.pass.begun;
        self.pass.begun += 1;
        self.thread.tasks.push((level, is_called_back));
        let (task, taken) = (self.thread.task.take(), self.thread.taken.take());
        if is_called_back {
            self.pass.called_back.push(strand);
            return self.await_given(strand);
        }
        if let Some(given) = called_at.or(taken) {
            self.pass.memory.strands.wait(strand, given, Why::Start, own);
        }
        let handed_out = if matches!(scheduled, Scheduled::ByPool(_)) { task } else { taken };
        if handed_out.is_some_and(|mark| self.pass.carried.contains(&mark)) {
            self.pass.memory.strands.done[strand as usize].carries = true;
            return;
        }
        let strands = &mut self.pass.memory.strands;
        let origin = around.or_else(|| handed_out.and_then(|mark| strands.handed_in(mark)));
        self.pass.unattributed += u64::from(origin.is_none());
        strands.originates(strand, origin);
    }

    /// Tasks end whose activations have ended.
    pub(super) fn end_tasks(&mut self) {
        while let Some((_, is_called_back)) = self.thread.tasks.pop_if(|(level, _)| *level > self.thread.level) {
            let ended = self.strand();
            let is_pooled = matches!(self.pass.memory.strands.done[ended as usize].scheduled, Scheduled::ByPool(_));
            self.pass.end(ended);
            self.thread.strands.pop();
            // What a worker does between tasks is at no line of the program.
            let around = self.strand();
            let outer = self.pass.memory.strands.open(around).map(|open| open.own);
            self.thread.own = outer.filter(|_| !is_pooled).unwrap_or(InstructionId::NONE);
            if is_called_back {
                self.pass.meetings.results.push(Mark { strand: ended, epoch: END });
            }
            if is_pooled {
                let (actor, own) = (self.thread.number, self.thread.own);
                let between = self.pass.memory.strands.begin(actor, Scheduled::Freely, own);
                self.thread.strands.push(between);
                (self.thread.between, self.thread.last_task) = (Some(between), Some(ended));
            }
        }
    }

    /// Whether nothing that is traced has started the thread, and it is not the first one.
    pub(super) fn is_called_by_pool(&self) -> bool {
        !self.pass.known.map.has_jdk()
            && self.pass.first != Some(self.thread.number as usize)
            && !self.thread.is_started
    }
}
