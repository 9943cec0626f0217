//! Legs: what the replay did from one event to the next, known the next time (docs/format.md section 1.2).
//!
//! Where an activation stands, the event that comes and the one behind it decide nearly everything that happens between
//! the two: the path, how the call at its end is answered, which activations begin and end without an event. A leg keeps
//! these decisions. What else they depend on is checked on the way: the class that a call recorded, and where a caller
//! stands. If that differs, the replay goes on from there step by step. Exceptions, callbacks, class initialisers and
//! interruptions are in no leg.

use std::ops::Range;

use paratrace_traceformat::map::{MethodId, PathId};
use rustc_hash::FxHashMap;

use super::machine::{Machine, Outcome};
use super::{Activation, Call, Entry, Replay, Step};
use crate::base::error::Halt;
use crate::base::limits;
use crate::program::{End, PathRow};

/// No leg.
const NONE: u32 = u32::MAX;

/// One thing that the replay did.
#[derive(Debug, Clone, Copy)]
pub(super) enum Act {
    /// A path arrives at a start.
    Arrive { path: PathRow, silent: bool, start: u32 },
    /// A path ends with a call, which is answered if this class was recorded.
    Call { path: PathRow, silent: bool, class: Option<u32>, start: u32, outcome: Outcome, call: Call },
    /// A path ends its activation.
    Return { path: PathRow, silent: bool },
    /// The activation below the one that ended stands here, as the next act requires.
    Stands { start: u32, call: Call },
    /// A call enters a method directly.
    Enter { caller: MethodId, method: MethodId },
}

/// What happens between two events, from where an activation stands.
#[derive(Debug)]
struct Leg {
    id: PathId,
    next: PathId,
    start: u32,
    call: Call,
    /// Whether the activation is part of a counted call.
    counted: bool,
    /// Its acts: the first one, and how many.
    first: u32,
    acts: u32,
    /// The leg that came behind it the last time.
    likely: u32,
    /// How often it was followed to its end.
    times: u64,
}

impl Leg {
    #[inline(always)]
    fn is(&self, (id, next): (PathId, PathId), top: &Activation) -> bool {
        self.id == id
            && self.next == next
            && self.start == top.start
            && self.call == top.call
            && self.counted == top.counted
    }
}

/// All legs of a thread.
#[derive(Debug)]
pub(super) struct Legs {
    legs: Vec<Leg>,
    acts: Vec<Act>,
    by_events: FxHashMap<(PathId, PathId, Call, bool), u32>,
    /// The leg that has ended where the replay is, or [`NONE`].
    last: u32,
    /// The leg that is being learnt. Its acts are the last ones.
    learning: Option<Leg>,
    /// Whether the current step has noted what it did.
    noted: bool,
    /// Where the activation stood that the current step finds at the top, if another one has just ended.
    stands: Option<Act>,
}

impl Legs {
    pub(super) fn new() -> Self {
        let (legs, acts, by_events) = Default::default();
        Self { legs, acts, by_events, last: NONE, learning: None, noted: false, stands: None }
    }

    /// Adds an act to the leg that is being learnt.
    #[inline]
    pub(super) fn note(&mut self, act: Act) {
        self.noted = true;
        if self.learning.is_some() {
            self.acts.extend(self.stands.take());
            self.acts.push(act);
        }
    }

    /// Returns the leg from where an activation stands between two events.
    #[inline]
    fn find(&mut self, events: (PathId, PathId), top: &Activation) -> Option<u32> {
        let last = self.last as usize;
        if let Some(leg) = self.legs.get(last) {
            let likely = leg.likely;
            if self.legs.get(likely as usize).is_some_and(|leg| leg.is(events, top)) {
                return Some(likely);
            }
        }
        let found = *self.by_events.get(&(events.0, events.1, top.call, top.counted))?;
        if !self.legs[found as usize].is(events, top) {
            return None;
        }
        if let Some(leg) = self.legs.get_mut(last) {
            leg.likely = found;
        }
        Some(found)
    }

    /// Returns whether the leg that is being learnt has as many acts as one may have.
    #[inline]
    fn is_long(&self) -> bool {
        self.learning.as_ref().is_some_and(|leg| self.acts.len() - leg.first as usize >= limits::ACTS_OF_LEG)
    }

    /// Keeps the leg that was being learnt, or drops it.
    #[cold]
    fn end(&mut self, keep: bool) {
        let Some(leg) = self.learning.take() else { return };
        let acts = self.acts.len() as u32 - leg.first;
        if acts == 0 || !keep {
            self.acts.truncate(leg.first as usize);
            return;
        }
        self.last = self.legs.len() as u32;
        self.by_events.insert((leg.id, leg.next, leg.call, leg.counted), self.last);
        self.legs.push(Leg { acts, ..leg });
    }
}

impl<M: Machine> Replay<'_, '_, '_, M> {
    /// Follows legs as long as the next one is known.
    #[inline]
    pub(super) fn follow_legs(&mut self) -> Result<(), Halt> {
        while let Some(leg) = self.next_leg() {
            self.end_leg();
            self.consume();
            self.follow(leg)?;
        }
        Ok(())
    }

    #[inline]
    fn next_leg(&mut self) -> Option<u32> {
        let events = self.events.two()?;
        let top = self.stack.last()?;
        if self.events.at_unit() || top.held.is_some() {
            return None;
        }
        self.legs.find(events, top)
    }

    /// Follows one leg, as far as everything is as it was.
    #[inline]
    fn follow(&mut self, number: u32) -> Result<(), Halt> {
        self.legs.last = NONE;
        let Leg { first, acts, counted, .. } = self.legs.legs[number as usize];
        for at in first..first + acts {
            let act = self.legs.acts[at as usize];
            match self.act(act) {
                Ok(true) => {}
                Ok(false) => {
                    self.count_acts(first..at, 1, counted);
                    return Ok(());
                }
                Err(halt) => {
                    // What takes the operations may stop the replay behind a path.
                    let is_done = matches!(halt, Halt::Stopped(_)) && !matches!(act, Act::Enter { .. });
                    self.count_acts(first..at + u32::from(is_done), 1, counted);
                    return Err(halt);
                }
            }
        }
        self.legs.legs[number as usize].times += 1;
        self.legs.last = number;
        Ok(())
    }

    /// Does what a leg did. Returns `false` where something differs; what was done until then is complete.
    #[inline(always)]
    fn act(&mut self, act: Act) -> Result<bool, Halt> {
        match act {
            Act::Arrive { path, silent, start } => {
                self.begin_again(path, silent)?;
                self.stand(start, Call::None);
                self.finish(path, Outcome::NoCall)?;
            }
            Act::Call { path, silent, class, start, outcome, call } => {
                self.begin_again(path, silent)?;
                if self.classes.call != class {
                    self.count_path(path);
                    return self.end_path(path).map(|()| false);
                }
                self.stand(start, call);
                self.finish(path, outcome)?;
            }
            Act::Return { path, silent } => {
                self.begin_again(path, silent)?;
                self.finish(path, Outcome::NoCall)?;
                self.pop_returned();
            }
            Act::Stands { start, call } => {
                let stands = |top: &Activation| top.start == start && top.call == call && top.held.is_none();
                return Ok(self.stack.last().is_some_and(stands));
            }
            Act::Enter { method, .. } => {
                if matches!(self.stack.last(), Some(Activation { call: Call::Silent(_), .. })) {
                    self.count_silent()?;
                }
                self.machine_enters(method, Entry::Direct)?;
                self.stack.last_mut().into_iter().for_each(|top| top.call = Call::Answered);
                self.push(method, true);
            }
        }
        Ok(true)
    }

    /// Begins a path of a leg, which is counted with it.
    #[inline(always)]
    fn begin_again(&mut self, path: PathRow, silent: bool) -> Result<(), Halt> {
        if silent {
            self.count_silent()?;
        }
        self.begin_uncounted(path)
    }

    /// Takes a step, and learns what it does if that belongs to a leg.
    #[inline]
    pub(super) fn step_and_learn(&mut self) -> Result<Step, Halt> {
        self.legs.noted = false;
        self.legs.stands = match (self.legs.acts.last(), self.stack.last()) {
            (Some(Act::Return { .. }), Some(&Activation { start, call, .. })) => Some(Act::Stands { start, call }),
            _ => None,
        };
        let step = self.step();
        if !self.legs.noted || self.legs.is_long() {
            self.end_leg();
        }
        step
    }

    /// An event is consumed next, and another one known: learns what happens between the two.
    #[inline]
    pub(super) fn begin_leg(&mut self, path: PathRow) {
        self.end_leg();
        self.legs.last = NONE;
        let often = self.paths.counts[path.index()].all() >= limits::EXECUTIONS_BEFORE_LEG;
        if !often || self.legs.acts.len() >= limits::ACTS_OF_LEGS {
            return;
        }
        let (Some(&Activation { start, call, counted, .. }), Some((id, next))) = (self.stack.last(), self.events.two())
        else {
            return;
        };
        if self.legs.by_events.contains_key(&(id, next, call, counted)) {
            return;
        }
        let first = self.legs.acts.len() as u32;
        self.legs.stands = None;
        self.legs.learning = Some(Leg { id, next, start, call, counted, first, acts: 0, likely: NONE, times: 0 });
    }

    /// Ends the leg that is being learnt, if there is one. What throws may belong to an activation further down, which
    /// no leg looks at.
    fn end_leg(&mut self) {
        if let Some(leg) = &self.legs.learning {
            let throws = |path: PathRow| matches!(self.paths.infos[path.index()].end, End::CallThrew { .. });
            let keep = self.paths.known(leg.next).is_some_and(|path| !throws(path));
            self.legs.end(keep);
        }
    }

    /// Adds what legs have counted to what was counted step by step.
    pub(super) fn count_legs(&mut self) {
        for at in 0..self.legs.legs.len() {
            let Leg { first, acts, times, counted, .. } = self.legs.legs[at];
            self.count_acts(first..first + acts, times, counted);
        }
    }

    /// Adds acts to the sums, as parts of a counted call or not.
    fn count_acts(&mut self, acts: Range<u32>, times: u64, counted: bool) {
        for at in acts {
            match self.legs.acts[at as usize] {
                Act::Arrive { path, .. } | Act::Return { path, .. } => {
                    self.paths.counts[path.index()].add(times, counted);
                }
                Act::Call { path, outcome, class, .. } => {
                    self.paths.counts[path.index()].add(times, counted);
                    let info = &self.paths.infos[path.index()];
                    if let (Outcome::Opaque, End::Call { site, .. }, false) = (outcome, info.end, counted) {
                        self.opaque.add((info.method, site, class), times);
                    }
                }
                Act::Enter { caller, method } if !counted => self.calls.add((caller, method), times),
                Act::Enter { .. } => {}
                Act::Stands { .. } => {}
            }
        }
    }
}
