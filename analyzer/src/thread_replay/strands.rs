//! Strands while they are recorded.

use std::collections::VecDeque;

use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::locations::{Cell, Written};
use super::scopes::{Closed, Construct, Scope, Scopes};
use super::steps::{END, Ended, Mark, Scheduled, Step, Strand, Why};
use crate::limits;

/// A read that orders the strand, unless what it has read is updated.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) slot: u32,
    pub(super) written: Written,
    /// The work of the strand before.
    pub(super) work: u64,
    pub(super) at: InstructionId,
}

/// What a strand does while it has a monitor.
#[derive(Debug)]
pub(super) struct Section {
    /// The step that entered the outermost one, and the recorded time then.
    entered: (usize, u32),
    /// Locations that it has read, as they were then, and whether it has updated them.
    pub(super) accessed: FxHashMap<u32, (Cell, bool)>,
    pub(super) pending: Vec<Pending>,
}

/// What has woken a strand up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signal {
    pub(super) mark: Mark,
    work: u64,
    at: InstructionId,
}

/// A strand that has not ended.
#[derive(Debug, Default)]
pub(super) struct Open {
    pub(super) work: u64,
    /// Whether something was written in the running epoch.
    pub(super) wrote: bool,
    /// One more than the last epoch of others that it comes behind.
    seen: FxHashMap<u32, u32>,
    pub(super) section: Option<Box<Section>>,
    /// Volatile reads, the last ones.
    pub(super) recent: VecDeque<Pending>,
    pub(super) signal: Option<Signal>,
    /// How many results of tasks it comes behind.
    pub(super) results: usize,
    /// The last instruction of the program.
    pub(super) own: InstructionId,
    scopes: Scopes,
}

impl Open {
    pub(super) fn is_new(&self, mark: Mark) -> bool {
        self.seen.get(&mark.strand).is_none_or(|&seen| mark.epoch >= seen)
    }

    fn sees(&mut self, mark: Mark) {
        let seen = self.seen.entry(mark.strand).or_insert(0);
        *seen = (*seen).max(mark.epoch.saturating_add(1));
    }
}

/// All strands.
#[derive(Debug, Default)]
pub(super) struct Strands {
    pub(super) done: Vec<Strand>,
    /// What hands out work, and what a timeline shows.
    pub(super) scopes: Closed,
    /// Those that have not ended.
    open: Vec<Option<Box<Open>>>,
    /// The recorded time.
    time: u32,
    /// Number of steps and ends.
    size: usize,
}

impl Strands {
    pub(super) fn begin(&mut self, actor: u32, scheduled: Scheduled, own: InstructionId) -> u32 {
        self.done.push(Strand::new(actor, scheduled));
        self.open.push(Some(Box::new(Open { own, ..Open::default() })));
        self.size += limits::STEPS_OF_STRAND;
        self.done.len() as u32 - 1
    }

    /// Returns whether there are more steps than are kept.
    pub(super) fn are_too_many(&self) -> bool {
        self.size > limits::REPLAYED_STEPS
    }

    pub(super) fn open(&mut self, strand: u32) -> Option<&mut Open> {
        self.open.get_mut(strand as usize)?.as_deref_mut()
    }

    /// Returns whether a strand does not come behind what a mark stands for.
    pub(super) fn is_new(&self, strand: u32, mark: Mark) -> bool {
        self.open.get(strand as usize).and_then(Option::as_deref).is_none_or(|open| open.is_new(mark))
    }

    /// Returns the work of a strand so far.
    pub(super) fn work_of(&self, strand: u32) -> u64 {
        self.open.get(strand as usize).and_then(Option::as_deref).map_or(0, |open| open.work)
    }

    /// Returns whether it does not depend on the next nodes of a strand what it waits for.
    pub(super) fn is_settled(&self, strand: u32) -> bool {
        let open = self.open.get(strand as usize).and_then(Option::as_deref);
        open.is_none_or(|open| open.recent.is_empty() && open.signal.is_none())
    }

    fn is_open(&self, strand: u32) -> bool {
        self.open.get(strand as usize).is_some_and(Option::is_some)
    }

    /// The mark of what a strand writes now.
    pub(super) fn mark(&self, strand: u32) -> Mark {
        Mark { strand, epoch: self.done[strand as usize].ends.len() as u32 }
    }

    /// A thread that has executed so many nodes turns to a strand.
    pub(super) fn turn_to(&mut self, strand: u32, (thread, nodes): (u32, u64)) {
        let Some(work) = self.open(strand).map(|open| open.work) else { return };
        let turned = &mut self.done[strand as usize];
        turned.thread = thread;
        turned.turns.push((work, nodes));
        self.size += 1;
    }

    pub(super) fn work(&mut self, strand: u32, work: u64) {
        let Some(open) = self.open(strand).filter(|_| work > 0) else { return };
        open.work += work;
        if let Some(Step::Work(before)) = self.done[strand as usize].steps.last_mut() {
            *before += work;
            return;
        }
        self.push(strand, Step::Work(work));
    }

    /// A strand gets a line of memory.
    pub(super) fn moves(&mut self, strand: u32, number: u32) {
        self.push(strand, Step::Move(number));
    }

    fn push(&mut self, strand: u32, step: Step) {
        self.size += 1;
        self.done[strand as usize].steps.push(step);
    }

    /// Ends the running epoch of a strand.
    pub(super) fn publish(&mut self, strand: u32) {
        let hands = self.open(strand).is_some_and(|open| open.scopes.hands.is_some());
        self.end_epoch(strand, hands);
    }

    /// Ends the running epoch of a strand, which hands out work.
    pub(super) fn hand_out(&mut self, strand: u32) {
        self.end_epoch(strand, true);
    }

    fn end_epoch(&mut self, strand: u32, hands: bool) {
        let time = self.tick();
        let Some(open) = self.open.get_mut(strand as usize).and_then(Option::as_deref_mut) else { return };
        open.wrote = false;
        let known = self.scopes.instances.len();
        let handed_in = hands.then(|| open.scopes.instance(strand, &mut self.scopes.instances)).flatten();
        self.size += 1 + self.scopes.instances.len() - known;
        self.done[strand as usize].ends.push(Ended { work: open.work, time, at: open.own, handed_in });
    }

    /// A scope is opened in a strand.
    pub(super) fn open_scope(&mut self, strand: u32, construct: Construct, level: u32) {
        if let Some(open) = self.open(strand) {
            open.scopes.open(Scope::new(construct, level, open.work));
        }
    }

    /// All that a strand has opened above a level is closed.
    pub(super) fn close_scopes(&mut self, strand: u32, level: u32) {
        if let Some(open) = self.open.get_mut(strand as usize).and_then(Option::as_deref_mut) {
            open.scopes.close(level, (strand, open.work), &mut self.scopes);
        }
    }

    /// A strand hands out work until it leaves this level.
    pub(super) fn begin_to_hand_out(&mut self, strand: u32, level: u32) {
        if let Some(open) = self.open(strand) {
            open.scopes.hands.get_or_insert(level);
        }
    }

    /// Returns whether a strand hands out work.
    pub(super) fn hands_out(&mut self, strand: u32) -> bool {
        self.open(strand).is_some_and(|open| open.scopes.hands.is_some())
    }

    /// What a strand does now is not handing out, or not only.
    pub(super) fn end_to_hand_out(&mut self, strand: u32) {
        if let Some(open) = self.open(strand) {
            open.scopes.hands = None;
        }
    }

    /// Returns the instance in which a strand hands out work now.
    pub(super) fn instance(&mut self, strand: u32) -> Option<u32> {
        let open = self.open.get_mut(strand as usize)?.as_deref_mut()?;
        open.scopes.instance(strand, &mut self.scopes.instances)
    }

    /// Returns the instance in which a strand handed out what it wrote in an epoch.
    pub(super) fn handed_in(&self, mark: Mark) -> Option<u32> {
        self.done[mark.strand as usize].ends.get(mark.epoch as usize)?.handed_in
    }

    /// Returns the innermost instance in which all of these were handed out.
    pub(super) fn around(&self, marks: &[Mark]) -> Option<u32> {
        let parent = |number: u32| self.scopes.instances[number as usize].parent;
        let common = |mut one: u32, mut other: u32| {
            // What is around has a lower number.
            while one != other {
                match one > other {
                    true => one = parent(one)?,
                    false => other = parent(other)?,
                }
            }
            Some(one)
        };
        let mut handed = marks.iter().map(|&mark| self.handed_in(mark));
        let first = handed.next()??;
        handed.try_fold(first, |around, next| common(around, next?))
    }

    /// Strands were handed out in an instance, as was learnt when all had ended.
    pub(super) fn attribute(&mut self, strands: &[u32], origin: u32) {
        strands.iter().for_each(|&strand| self.done[strand as usize].origin = Some(origin));
        for instance in self.scopes.instances.iter_mut().filter(|instance| instance.parent.is_none()) {
            instance.parent = self.done[instance.strand as usize].origin;
        }
    }

    /// A strand was handed out in an instance.
    pub(super) fn originates(&mut self, strand: u32, origin: Option<u32>) {
        self.done[strand as usize].origin = origin;
        if let Some(open) = self.open(strand) {
            open.scopes.origin = origin;
        }
    }

    fn tick(&mut self) -> u32 {
        self.time = self.time.saturating_add(1);
        self.time
    }

    /// Enters a monitor. What was read just before may still be updated within it.
    pub(super) fn enter(&mut self, strand: u32, (monitor, turn): (u32, u32), at: InstructionId) {
        if let Some(signal) = self.open(strand).and_then(|open| open.signal.take()) {
            self.wait_for(strand, signal);
        }
        let (time, entered) = (self.tick(), self.done[strand as usize].steps.len());
        if let Some(open) = self.open(strand)
            && open.section.is_none()
        {
            let section = Section { entered: (entered, time), accessed: FxHashMap::default(), pending: Vec::new() };
            open.section = Some(Box::new(section));
        }
        self.push(strand, Step::Enter { monitor, turn, at });
    }

    /// Leaves a monitor; `is_last` if it is the last one that the strand has.
    pub(super) fn leave(&mut self, strand: u32, monitor: u32, is_last: bool) {
        if is_last {
            self.end_section(strand);
        }
        self.push(strand, Step::Leave { monitor });
        self.publish(strand);
    }

    /// Ends a strand.
    pub(super) fn end(&mut self, strand: u32) {
        self.end_section(strand);
        self.settle(strand, true);
        self.publish(strand);
        self.close_scopes(strand, 0);
        if let Some(open) = self.open.get_mut(strand as usize) {
            *open = None;
        }
    }

    /// A strand has been woken up.
    pub(super) fn signalled(&mut self, strand: u32, mark: Mark, at: InstructionId) {
        if let Some(open) = self.open(strand)
            && mark.strand != strand
        {
            open.signal = Some(Signal { mark, work: open.work, at });
        }
    }

    /// What was read a while ago orders the strand. `all`: what was read just now, too.
    pub(super) fn settle(&mut self, strand: u32, all: bool) {
        loop {
            let Some(open) = self.open(strand) else { return };
            let is_old = |work: u64, now: u64| all || now - work > limits::NODES_UNTIL_UPDATE;
            let now = open.work;
            if let Some(signal) = open.signal.take_if(|signal| is_old(signal.work, now)) {
                self.wait_for(strand, signal);
                continue;
            }
            if !open.recent.front().is_some_and(|first| is_old(first.work, now)) {
                return;
            }
            let Some(pending) = open.recent.pop_front() else { return };
            self.wait_there(strand, &pending);
        }
    }

    fn wait_for(&mut self, strand: u32, signal: Signal) {
        self.insert(strand, signal.work, Step::Wait { mark: signal.mark, why: Why::Signal, at: signal.at });
    }

    /// The strand waits now.
    pub(super) fn wait(&mut self, strand: u32, mark: Mark, why: Why, at: InstructionId) {
        let Some(work) = self.open(strand).filter(|open| open.is_new(mark)).map(|open| open.work) else { return };
        self.insert(strand, work, Step::Wait { mark, why, at });
    }

    /// The strand waits where it has read something.
    pub(super) fn wait_there(&mut self, strand: u32, read: &Pending) {
        for mark in read.written.marks() {
            self.insert(strand, read.work, Step::Wait { mark, why: Why::Data, at: read.at });
        }
    }

    /// What was read while the strand had a monitor, and not updated, orders it. It waits before it enters the monitor, if what it
    /// waits for had been done then.
    fn end_section(&mut self, strand: u32) {
        let Some(section) = self.open(strand).and_then(|open| open.section.take()) else { return };
        let Section { entered: (mut at, time), mut pending, .. } = *section;
        for read in &mut pending {
            let marks: Vec<Mark> = read.written.marks().collect();
            let (before, within) = marks.into_iter().partition(|&mark| self.cut(mark) < time);
            let before: Vec<Mark> = before;
            for mark in before {
                if self.open(strand).is_some_and(|open| open.is_new(mark)) {
                    self.insert_at(strand, at, Step::Wait { mark, why: Why::Data, at: read.at });
                    at += 1;
                }
            }
            read.written = Written { base: within, updates: Vec::new() };
        }
        for read in &pending {
            for mark in read.written.marks() {
                if self.open(strand).is_some_and(|open| open.is_new(mark)) {
                    self.insert(strand, read.work, Step::Wait { mark, why: Why::Data, at: read.at });
                }
            }
        }
    }

    /// A strand begins behind the end of another one.
    pub(super) fn begin_behind(&mut self, strand: u32, other: u32) {
        let mark = Mark { strand: other, epoch: END };
        self.insert_at(strand, 0, Step::Wait { mark, why: Why::Start, at: InstructionId::NONE });
    }

    /// Ends the epoch of a mark, if it has not ended yet. Returns the recorded time of its end.
    pub(super) fn cut(&mut self, mark: Mark) -> u32 {
        let ended = |all: &Self| all.done[mark.strand as usize].ends.get(mark.epoch as usize).map(|end| end.time);
        if mark.epoch == END {
            return self.done[mark.strand as usize].ends.last().map_or(self.time, |end| end.time);
        }
        if ended(self).is_none() && self.is_open(mark.strand) {
            self.publish(mark.strand);
        }
        ended(self).unwrap_or(self.time)
    }

    /// Inserts a step where the strand had done so much work.
    fn insert(&mut self, strand: u32, work: u64, step: Step) {
        let Some(mut end) = self.open(strand).map(|open| open.work) else { return };
        let steps = &mut self.done[strand as usize].steps;
        let mut at = steps.len();
        while end > work && at > 0 {
            if let Step::Work(amount) = &mut steps[at - 1] {
                if end - *amount < work {
                    let behind = end - work;
                    *amount -= behind;
                    steps.insert(at, Step::Work(behind));
                    self.size += 1;
                    if let Some(section) = self.open(strand).and_then(|open| open.section.as_mut())
                        && section.entered.0 >= at
                    {
                        section.entered.0 += 1;
                    }
                    break;
                }
                end -= *amount;
            }
            at -= 1;
        }
        // Data come behind what is waited for.
        let steps = &self.done[strand as usize].steps;
        while at > 0 && matches!(steps[at - 1], Step::Move(_)) {
            at -= 1;
        }
        self.insert_at(strand, at, step);
    }

    fn insert_at(&mut self, strand: u32, at: usize, step: Step) {
        if let Step::Wait { mark, .. } = step {
            self.cut(mark);
            if let Some(open) = self.open(strand) {
                open.sees(mark);
            }
        }
        self.size += 1;
        self.done[strand as usize].steps.insert(at, step);
        if let Some(section) = self.open(strand).and_then(|open| open.section.as_mut())
            && section.entered.0 >= at
        {
            section.entered.0 += 1;
        }
    }

    /// A strand without work of its own, which ends when all of these have.
    pub(super) fn join(&mut self, marks: Vec<Mark>) -> Mark {
        let joined = self.begin(0, Scheduled::Apart, InstructionId::NONE);
        marks.into_iter().for_each(|mark| self.wait(joined, mark, Why::Data, InstructionId::NONE));
        self.end(joined);
        Mark { strand: joined, epoch: 0 }
    }
}
