//! Entries of concurrent maps that a thread changes by what it has seen there before, while another one may change or look at them, too
//! (docs/metrics.md, “Check-then-act”).
//!
//! Calls of such a map order each other, so nothing races. As for lost updates, there are clocks without that order: two calls that nothing
//! else orders may overlap.

use std::cmp::Reverse;

use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Event, What};
use paratrace_traceformat::map::{InstructionId, MethodId, ProgramMap};
use rustc_hash::FxHashMap;

use super::Interrupted;
use super::checks::{CheckThenAct, Checks};
use super::clocks::Clocks;
use crate::dependences::Kind;
use crate::handovers::{Ends, Pairs};
use crate::heap::{At, is_field};
use crate::synchronization::Meeting;

/// The map that threads share without a lock of the program. Its parts are named after it.
const CONCURRENT: &str = "java/util/concurrent/ConcurrentHashMap";
const ENTRY: &str = "java/util/concurrent/ConcurrentHashMap$Node";
const VALUE: &str = "val";
/// Methods that copy entries, whoever is looked for.
const COPYING: [&str; 4] = ["transfer", "helpTransfer", "treeifyBin", "untreeify"];

/// What a path does to entries.
#[derive(Debug, Clone, Default)]
pub(super) enum Part {
    /// Nothing of it is known, or concerns them.
    #[default]
    Other,
    /// It is the program's own. If it ends with a call of a map that belongs to a pair: that call.
    Own(Option<Call>),
    /// It is the map's, and accesses the values of these entries.
    OfMap(Box<[At]>),
    /// It is the map's, and copies entries.
    Copies,
}

/// A call that looks at an entry, or changes it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pair: CheckThenAct,
    changes: bool,
    /// The number of the pair, as that of the call which changes the entry.
    accessor: u32,
}

/// Tells what paths do to entries.
pub(super) struct Parts<'m> {
    map: &'m ProgramMap,
    checks: Checks,
    /// The field that keeps the value of an entry.
    value: u32,
}

impl<'m> Parts<'m> {
    /// Returns nothing if no pair may meet at a concurrent map.
    pub(super) fn new(map: &'m ProgramMap, checks: Checks) -> Option<Self> {
        let value = map.fields.iter().position(|field| field.class == ENTRY && field.name == VALUE)?;
        (!checks.is_empty()).then_some(Self { map, checks, value: value as u32 })
    }

    pub(super) fn checks(&self) -> &Checks {
        &self.checks
    }

    /// Tells it of one path. `accessor` numbers an instruction.
    pub(super) fn of(&self, program: &Program, is_own: bool, accessor: &mut impl FnMut(InstructionId) -> u32) -> Part {
        let script = &program.script;
        if is_own {
            let last = script.insns().last();
            let pair = last.and_then(|call| Some((call, self.checks.at(call)?)));
            return Part::Own(pair.map(|(call, pair)| {
                let accessor = accessor(pair.act);
                Call { pair, changes: call == pair.act, accessor }
            }));
        }
        if script.method.is_none() || !self.is_of_map(script.method) {
            return Part::Other;
        }
        if COPYING.contains(&&*self.map.methods[script.method.index()].name) {
            return Part::Copies;
        }
        Part::OfMap(script.events.iter().filter_map(|event| self.value(event)).collect())
    }

    fn is_of_map(&self, method: MethodId) -> bool {
        let class = &self.map.classes[self.map.methods[method.index()].class.index()].name;
        class.strip_prefix(CONCURRENT).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
    }

    /// Returns the location of an entry's value, if this accesses one.
    fn value(&self, event: &Event) -> Option<At> {
        let (What::Read(place) | What::Write(place)) = event.what else { return None };
        let insns = &self.map.insns;
        let (op, arg) = (*insns.op.get(event.insn.index())?, *insns.arg.get(event.insn.index())?);
        if is_field(op) && arg == self.value { At::of(place) } else { None }
    }
}

/// What a thread is doing.
#[derive(Debug, Default)]
struct Doing {
    /// The call that it is in, if that belongs to a pair, and the frame of its caller.
    call: Option<(Call, u32)>,
    /// Entries are being copied, or the call's own entry is known.
    is_done: bool,
    /// The entry that each call looked at last.
    checked: FxHashMap<InstructionId, u32>,
}

/// The last time that a thread looked at an entry, and changed it: number of the pair, and time of the thread.
#[derive(Debug, Default, Clone, Copy)]
struct Last {
    check: Option<(u32, u32)>,
    act: Option<(u32, u32)>,
}

/// All entries that belong to pairs.
#[derive(Debug, Default)]
pub(super) struct Acts {
    clocks: Clocks,
    threads: Vec<Doing>,
    /// Of each entry: what each thread did there.
    entries: FxHashMap<u32, FxHashMap<u32, Last>>,
    /// First the change by another thread, then the pair that it may come between.
    found: Pairs,
}

impl Acts {
    pub(super) fn begin(&mut self, thread: usize) {
        self.clocks.begin(thread);
        if thread >= self.threads.len() {
            self.threads.resize_with(thread + 1, Doing::default);
        }
    }

    pub(super) fn acquire(&mut self, thread: usize, part: &Part, meeting: Meeting) {
        if !self.is_inside(thread, part) {
            self.clocks.acquire(thread, meeting);
        }
    }

    pub(super) fn release(&mut self, thread: usize, part: &Part, meeting: Meeting) {
        if !self.is_inside(thread, part) {
            self.clocks.release(thread, meeting);
        }
    }

    /// Returns whether a path runs inside a call that belongs to a pair: what threads meet at there keeps the calls apart, not the pairs.
    fn is_inside(&self, thread: usize, part: &Part) -> bool {
        !matches!(part, Part::Own(_)) && self.threads[thread].call.is_some()
    }

    /// A thread has executed a path.
    pub(super) fn path(&mut self, thread: usize, part: &Part, frame: u32, slots: &[u32], ends: &Ends) {
        let doing = &mut self.threads[thread];
        match part {
            Part::Other => {}
            // What the map calls back, as `hashCode` of a key, belongs to its call.
            Part::Own(_) if doing.call.is_some_and(|(_, caller)| frame > caller) => {}
            Part::Own(call) => {
                doing.call = call.map(|call| (call, frame));
                doing.is_done = false;
            }
            Part::Copies => doing.is_done = true,
            Part::OfMap(values) => {
                if let (Some((call, _)), false, Some(at)) = (doing.call, doing.is_done, values.first()) {
                    doing.is_done = true;
                    self.access(thread, call, at.slot(slots), ends);
                }
            }
        }
    }

    /// A call has found its entry.
    fn access(&mut self, thread: usize, call: Call, slot: u32, ends: &Ends) {
        let (doing, clocks) = (&mut self.threads[thread], &self.clocks);
        if !call.changes {
            doing.checked.insert(call.pair.check, slot);
        } else if !call.pair.has_one_key && doing.checked.get(&call.pair.check) != Some(&slot) {
            return; // what it has looked at was another entry
        }
        let number = thread as u32;
        let entry = self.entries.entry(slot).or_default();
        let mut meet = |act: u32, pair: u32| {
            if let (Some(act), Some(pair)) = (ends.get(act), ends.get(pair)) {
                self.found.count(Kind::Waw, (act, pair), 1);
            }
        };
        for (&other, last) in entry.iter().filter(|(other, _)| **other != number) {
            let overlaps = |&(_, time): &(u32, u32)| !clocks.has_seen(thread, other, time);
            if let Some((act, _)) = last.act.filter(overlaps) {
                meet(act, call.accessor);
            }
            if let Some((pair, _)) = last.check.filter(|check| call.changes && overlaps(check)) {
                meet(call.accessor, pair);
            }
        }
        let last = entry.entry(number).or_default();
        let now = Some((call.accessor, clocks.time(thread)));
        *(if call.changes { &mut last.act } else { &mut last.check }) = now;
    }

    /// Lists the pairs that others may come between, the most frequent first.
    pub(super) fn finish(self, checks: &Checks) -> Vec<(Interrupted, u64)> {
        let mut found: Vec<_> = self
            .found
            .iter()
            .filter_map(|(&(_, by, act), handed)| Some((Interrupted { pair: checks.at(act)?, by }, handed.count)))
            .collect();
        found.sort_unstable_by_key(|&(interrupted, count)| (Reverse(count), interrupted));
        found
    }
}
