//! Lines that strands fetch, counted while the run is recorded, where each strand has a core of its own.
//!
//! Most lines belong to one strand, or are only read by several: what a strand has to fetch of them does not depend on when others run,
//! and is counted at once. Lines that strands access in no order, and write (*contended* ones: false sharing, data under locks), go to
//! and fro between them as the strands run. Which lines these are is only known behind the pass; a second one leaves them to the machine.

use fixedbitset::FixedBitSet;
use paratrace_cost::{Memory, Platform};
use paratrace_replay::stream::Notes;
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::caches::Caches;
use super::copies::{Copies, Found};
use super::levels::{Levels, Source};
use super::lines::{Move, Moves};
use super::numbers::{Numbers, Shape};
use super::shared::Units;
use crate::thread_replay::steps::Mark;

/// Entities lie so many bytes apart where it is looked up which rows of the memory are open: they never share one.
const APART: u32 = 34;

/// Who accesses a line.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Accessor {
    pub(in super::super) strand: u32,
    /// What the strand does now.
    pub(in super::super) mark: Mark,
    /// Its work so far.
    pub(in super::super) work: u64,
    /// Its stack: a context of the thread.
    pub(in super::super) context: u32,
}

/// What has to be fetched for an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Fetched {
    Nothing,
    /// How many caches, one behind the other, do not have it, and how long the strand waits: what a cache writes back takes time, too.
    Now {
        misses: u64,
        time: u64,
    },
    /// The machine finds that: the number of a move.
    AsItRuns(u32),
}

/// A line, as it was seen last.
#[derive(Debug, Clone, Copy)]
struct Seen {
    by: Mark,
    work: u64,
    write: bool,
    /// The last write.
    written: Option<Mark>,
    /// How often a strand came to it.
    visits: u32,
    is_contended: bool,
}

/// All lines.
pub(in super::super) struct Fetches {
    numbers: Numbers,
    caches: Caches,
    copies: Copies,
    /// What is between the first caches and the memory, if anything is.
    levels: Option<Levels>,
    memory: Memory,
    line_bytes: u64,
    units: Units,
    /// How long it takes to fetch a line from the core that has changed it, if that is known.
    from_other_ns: Option<f64>,
    /// How long a strand has a line at least before another one can have it: as long as the line moves.
    hold: u64,
    seen: Vec<Seen>,
    /// The line that was accessed last.
    last: Option<(u32, u32)>,
    /// Lines that the pass before found to be contended.
    contended: FixedBitSet,
    /// Since what work of a strand it has which of them, and whether to write it.
    held: FxHashMap<(u32, u32), (u64, Option<bool>)>,
    moves: Vec<Move>,
    known: FxHashMap<(u32, bool, u32), u32>,
}

impl Fetches {
    /// `contended`: the lines that the machine moves, of a pass before.
    pub(in super::super) fn new(platform: &Platform, static_slots: u32, contended: FixedBitSet) -> Self {
        let line_bytes = platform.line_bytes();
        let mut units = Units::new(platform);
        let from_other_ns = platform.coherence.map(|coherence| coherence.transfer_ns);
        let hold_ns = from_other_ns.unwrap_or_else(|| Memory::new(platform).transfer(0, line_bytes));
        let hold = units.whole(hold_ns).max(1);
        Self {
            numbers: Numbers::new(line_bytes, static_slots),
            caches: Caches::new(platform),
            copies: Copies::default(),
            levels: platform.beyond_one_cache().map(|_| Levels::new(platform)),
            memory: Memory::new(platform),
            line_bytes,
            units,
            from_other_ns,
            hold,
            seen: Vec::new(),
            last: None,
            contended,
            held: FxHashMap::default(),
            moves: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// Takes over which slots belong to which entity.
    pub(in super::super) fn note(&mut self, notes: &Notes) {
        self.numbers.note(notes);
    }

    /// A strand accesses a location. `is_new` says whether nothing orders it behind what a mark stands for.
    pub(in super::super) fn access(
        &mut self,
        (slot, shape): (u32, Shape),
        write: bool,
        by: Accessor,
        is_new: impl Fn(Mark) -> bool,
    ) -> Fetched {
        let line = self.numbers.line(slot, shape);
        if self.contended.contains(line as usize) {
            let needs = self.may_have_lost(line, write, by);
            return if needs { Fetched::AsItRuns(self.moves(line, write, by.context)) } else { Fetched::Nothing };
        }
        if !self.visits(line, write, by, is_new) {
            return Fetched::Nothing;
        }
        let found = self.copies.access(by.strand, line, write);
        // What is made in a cache is nowhere else.
        let is_made = found == Found::New && self.levels.is_some();
        let (is_kept, evicted) = self.caches.keep(by.strand, line, write || is_made);
        if is_kept && found == Found::Own {
            return Fetched::Nothing;
        }
        match self.levels {
            None => self.past_cache(line, (found, is_kept), evicted),
            Some(_) => self.through_levels((by.strand, line, write), (found, is_kept), evicted),
        }
    }

    /// Fetches a line that is not in the cache of a strand, or only as one of several copies, and writes another one back.
    fn past_cache(&mut self, line: u32, (found, is_kept): (Found, bool), evicted: Option<u32>) -> Fetched {
        let fetched = match found {
            Found::Elsewhere { written_back } => 1 + usize::from(written_back),
            Found::Own => usize::from(!is_kept),
            Found::Upgraded | Found::New => 0,
        };
        if fetched == 0 && evicted.is_none() {
            return Fetched::Nothing;
        }
        let time = std::iter::repeat_n(line, fetched).chain(evicted).map(|line| self.transfer(line)).sum();
        Fetched::Now { misses: u64::from(fetched > 0), time }
    }

    /// The same, where there is something between cache and memory.
    fn through_levels(
        &mut self,
        (strand, line, write): (u32, u32, bool),
        (found, is_kept): (Found, bool),
        evicted: Option<u32>,
    ) -> Fetched {
        let Some(levels) = &mut self.levels else { return Fetched::Nothing };
        if let Some(evicted) = evicted {
            levels.write_back(strand, evicted, &mut self.copies);
        }
        let source = match found {
            Found::New => None,
            Found::Own | Found::Upgraded => (!is_kept).then_some(Source::Own),
            Found::Elsewhere { written_back: false } => Some(Source::Shared),
            Found::Elsewhere { .. } if self.from_other_ns.is_some() => Some(Source::Other { given_up: !write }),
            Found::Elsewhere { .. } => Some(Source::Memory),
        };
        let (mut misses, mut time) = (0, 0);
        if let Some(source) = source {
            let lookup = levels.fetch(strand, line, source, &mut self.copies);
            let is_other = matches!(source, Source::Other { .. });
            let ns = lookup.hit_ns.or(self.from_other_ns.filter(|_| is_other));
            let transfers = if source == Source::Memory { 2 } else { 1 };
            misses = lookup.misses;
            time = match ns {
                Some(ns) => self.units.whole(ns),
                None => (0..transfers).map(|_| self.transfer(line)).sum(),
            };
        }
        while let Some(left) = self.levels.as_mut().and_then(Levels::left) {
            time += self.transfer(left);
        }
        if (misses, time) == (0, 0) { Fetched::Nothing } else { Fetched::Now { misses, time } }
    }

    /// Notes an access. Returns whether it may need the line: not if the strand has just accessed it.
    fn visits(&mut self, line: u32, write: bool, by: Accessor, is_new: impl Fn(Mark) -> bool) -> bool {
        let number = line as usize;
        let is_last = self.last.replace((by.strand, line)) == Some((by.strand, line));
        if number >= self.seen.len() {
            let never = Seen { by: by.mark, work: by.work, write, written: None, visits: 0, is_contended: false };
            self.seen.resize(number + 1, never);
        }
        let seen = &mut self.seen[number];
        let is_own = seen.visits > 0 && seen.by.strand == by.strand;
        let is_fresh = is_own && by.work.saturating_sub(seen.work) < self.hold && (seen.write || !write);
        if is_fresh {
            // In between, the cache may have lost it.
            return !is_last;
        }
        let conflicts = |mark: Mark| mark.strand != by.strand && is_new(mark);
        let accessed = (write && seen.visits > 0).then_some(seen.by);
        seen.is_contended |= seen.written.into_iter().chain(accessed).any(conflicts);
        (seen.by, seen.work, seen.write) = (by.mark, by.work, write);
        seen.visits = seen.visits.saturating_add(1);
        if write {
            seen.written = Some(by.mark);
        }
        true
    }

    /// Whether a strand may have lost a contended line to another one since it had it. It keeps a line for as long as one takes to move.
    fn may_have_lost(&mut self, line: u32, write: bool, by: Accessor) -> bool {
        let held = self.held.entry((line, by.strand)).or_insert((by.work, None));
        let has = held.1.filter(|_| by.work.saturating_sub(held.0) < self.hold);
        let may_have_lost = has.is_none_or(|written| write && !written);
        if may_have_lost {
            *held = (if has.is_some() { held.0 } else { by.work }, Some(write));
        }
        may_have_lost
    }

    /// The number of the move of a contended line: equal ones are one.
    fn moves(&mut self, line: u32, write: bool, context: u32) -> u32 {
        let at = InstructionId::NONE;
        let next = self.moves.len() as u32;
        let number = *self.known.entry((line, write, context)).or_insert(next);
        if number == next {
            self.moves.push(Move { line, write, was_evicted: false, evicted: None, at, from: at, context });
        }
        number
    }

    /// How long it takes to move a line. Rows stay open within an object: the neighbour of a line comes faster.
    fn transfer(&mut self, line: u32) -> u64 {
        let (entity, number) = self.numbers.place(line);
        let address = (u64::from(entity) << APART) + u64::from(number) * self.line_bytes;
        let ns = self.memory.transfer(address, self.line_bytes);
        self.units.whole(ns)
    }

    /// A strand has ended.
    pub(in super::super) fn end(&mut self, strand: u32) {
        self.copies.forget(strand);
        self.caches.forget(strand);
        if let Some(levels) = &mut self.levels {
            levels.forget(strand);
        }
    }

    /// The lines that are contended, if moving them as the strands run may take this share of some work.
    pub(in super::super) fn contended(&self, work: u64, share: f64) -> Option<FixedBitSet> {
        let contended = || (0..).zip(&self.seen).filter(|(_, seen)| seen.is_contended);
        let visits: u64 = contended().map(|(_, seen)| u64::from(seen.visits)).sum();
        // Without a way from core to core, it goes to the memory, and from there.
        let moves = if self.from_other_ns.is_some() { 1.0 } else { 2.0 };
        let most = visits as f64 * moves * self.hold as f64;
        (most > work as f64 * share).then(|| contended().map(|(line, _)| line).collect())
    }

    /// Returns what the machine moves.
    pub(in super::super) fn finish(self) -> Moves {
        Moves { addresses: self.numbers.addresses(), all: self.moves }
    }
}
