//! Tests of further caches: by hand, and against lists and sets.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;
use paratrace_cost::Platform;
use paratrace_replay::stream::{Notes, Page};
use paratrace_traceformat::map::InstructionId;
use proptest::prelude::*;

use super::fetches::{Accessor, Fetched, Fetches};
use super::lines::{Move, Moves};
use super::numbers::Shape;
use super::shared::SharedMemory;
use crate::thread_replay::steps::Mark;

/// Lines of four elements: two in the first cache, four in the second, eight in the third, which all share. 40 units from the memory.
const LEVELS: &str = "[access]\nrandom_ns = 10\npage_ns = 10\n[cache]\nsize_bytes = 64\nline_bytes = 32\n\
    [[level]]\nsize_bytes = 128\nways = 2\nhit_ns = 3\n[[level]]\nsize_bytes = 256\nhit_ns = 7\nshared = true\n";
const COHERENCE: &str = "[coherence]\ntransfer_ns = 20\n";

fn platform(text: &str) -> Platform {
    Platform::from_toml(text).unwrap()
}

/// Reads and writes lines, and tells misses and time of each access: line, whether it is a write, strand.
fn fetched(platform: &Platform, accesses: &[(u32, bool, u32)]) -> Vec<(u64, u64)> {
    let mut fetches = Fetches::new(platform, 0, FixedBitSet::new());
    fetches.note(&Notes { pages: vec![Page { entity: 1, first: 0, size: 128 }], ..Notes::default() });
    let access = |(number, &(line, write, strand)): (u64, &(u32, bool, u32))| {
        let by = Accessor { strand, mark: Mark { strand, epoch: 0 }, work: number * 1000, context: strand };
        match fetches.access((1 + 4 * line, Shape::Element(8)), write, by, |_| false) {
            Fetched::Nothing => (0, 0),
            Fetched::Now { misses, time } => (misses, time),
            Fetched::AsItRuns(_) => unreachable!("no line is contended"),
        }
    };
    (0..).zip(accesses).map(access).collect()
}

#[test]
fn a_line_comes_from_the_nearest_cache_that_has_it() {
    let lines: Vec<(u32, bool, u32)> = (0..5).chain([4, 2, 0]).map(|line| (line, false, 0)).collect();
    // Five lines are made in the first cache, and three of them make room. Line 0 makes room once more, for line 4.
    let found = fetched(&platform(LEVELS), &lines);
    assert_eq!(found[..6], [(0, 0); 6]);
    assert_eq!(found[6..], [(1, 3), (2, 7)]);
    let many: Vec<(u32, bool, u32)> = (0..8).chain([0]).map(|line| (line, false, 0)).collect();
    assert_eq!(fetched(&platform(LEVELS), &many)[8], (2, 7), "from the third one");
    let more: Vec<(u32, bool, u32)> = (0..24).chain([0]).map(|line| (line, false, 0)).collect();
    assert_eq!(fetched(&platform(LEVELS), &more)[24].0, 3, "from the memory");
}

#[test]
fn a_line_comes_from_the_core_that_has_changed_it() {
    let accesses = [(0, true, 0), (0, false, 1), (0, false, 0), (0, true, 1), (0, false, 2), (0, false, 0)];
    let found = fetched(&platform(&format!("{LEVELS}{COHERENCE}")), &accesses);
    // Strand 0 makes it, strand 1 reads and writes it. Strand 0 has lost it then, but the cache of all has got it with the next read.
    assert_eq!(found, [(0, 0), (2, 20), (0, 0), (0, 0), (2, 20), (2, 7)]);
    // Without a way from core to core, it is written to the memory, and fetched from there.
    assert_eq!(fetched(&platform(LEVELS), &accesses)[1], (3, 80));
    assert_eq!(fetched(&platform(COHERENCE), &accesses)[1], (1, 20), "with no caches at all");
}

#[test]
fn what_has_left_a_core_is_fetched_from_where_it_went() {
    // Strand 0 makes twelve lines: the first ones have left its caches for that of all when strand 1 reads them, the last ones have not.
    let mut accesses: Vec<(u32, bool, u32)> = (0..12).map(|line| (line, true, 0)).collect();
    accesses.extend([(5, false, 1), (11, false, 1)]);
    let found = fetched(&platform(&format!("{LEVELS}{COHERENCE}")), &accesses);
    assert_eq!(found[12..], [(2, 7), (2, 20)]);
}

/// Two cores write one line at once: it goes from one to the other, once at a time.
#[test]
fn contended_lines_go_from_core_to_core() {
    let at = InstructionId::NONE;
    let to = |write| Move { line: 0, write, was_evicted: false, evicted: None, at, from: at, context: 0 };
    // Number 0 writes it, number 1 reads it.
    let moves = Moves { all: vec![to(true), to(false)], addresses: vec![0] };
    let told = |text: &str, accesses: &[(u32, u32, u64)]| -> Vec<(u64, u64, u64)> {
        let mut memory = SharedMemory::new(&platform(text), &moves);
        let moved = accesses.iter().map(|&(core, number, time)| memory.access(core, number, time));
        moved.map(|moved| (moved.misses, moved.time, moved.queued)).collect()
    };
    let accesses = [(0, 0, 0), (1, 0, 100), (2, 0, 105), (0, 1, 200), (1, 1, 200)];
    let text = format!("{LEVELS}{COHERENCE}");
    assert_eq!(told(&text, &accesses), [(0, 0, 0), (2, 20, 0), (2, 35, 15), (2, 20, 0), (2, 27, 20)]);
    assert_eq!(told(LEVELS, &accesses[..2])[1], (3, 80, 0), "by way of the memory");
}

/// A cache as lists in the order of use: lines, and whether they were written.
struct Plain {
    sets: Vec<Vec<(u32, bool)>>,
    ways: usize,
}

impl Plain {
    /// Whether it had the line, and which one it has to write back.
    fn access(&mut self, line: u32, write: bool) -> (bool, Option<u32>) {
        let count = self.sets.len();
        let set = &mut self.sets[line as usize % count];
        if let Some(at) = set.iter().position(|&(known, _)| known == line) {
            let (_, written) = set.remove(at);
            set.push((line, written || write));
            return (true, None);
        }
        let oldest = (set.len() == self.ways).then(|| set.remove(0));
        set.push((line, write));
        (false, oldest.filter(|&(_, written)| written).map(|(line, _)| line))
    }
}

/// The caches of all strands, and who has which line.
struct Model<'p> {
    platform: &'p Platform,
    /// By owner (nobody owns the shared ones) and place behind each other.
    caches: BTreeMap<(Option<u32>, usize), Plain>,
    holders: BTreeMap<u32, BTreeSet<u32>>,
    /// Lines that one core has another version of than all caches that are shared, and the memory.
    changed: BTreeMap<u32, u32>,
    to_memory: u64,
}

impl Model<'_> {
    fn private(&self) -> usize {
        1 + self.platform.levels.iter().filter(|level| !level.shared).count()
    }

    fn at(&mut self, strand: u32, number: usize, line: u32, write: bool) -> bool {
        let platform = self.platform;
        let owner = (number < self.private()).then_some(strand);
        let buffer = match number {
            0 => platform.cache.unwrap(),
            level => platform.levels[level - 1].buffer(32),
        };
        let (sets, ways) = buffer.geometry();
        let plain = || Plain { sets: vec![Vec::new(); sets as usize], ways: ways as usize };
        let (had, out) = self.caches.entry((owner, number)).or_insert_with(plain).access(line, write);
        if let Some(out) = out {
            self.written(strand, number + 1, out);
        }
        had
    }

    /// A line comes from the cache before.
    fn written(&mut self, strand: u32, number: usize, line: u32) {
        let private = self.private();
        if number <= private && self.changed.get(&line) != Some(&strand) {
            return;
        }
        if number == private {
            self.changed.remove(&line);
        }
        match number > self.platform.levels.len() {
            true => self.to_memory += 1,
            false => _ = self.at(strand, number, line, true),
        }
    }

    fn access(&mut self, line: u32, write: bool, strand: u32) -> (u64, u64) {
        let (private, all) = (self.private(), 1 + self.platform.levels.len());
        let is_new = !self.holders.contains_key(&line);
        let has = self.holders.get(&line).is_some_and(|holders| holders.contains(&strand));
        let other = self.changed.get(&line).is_some_and(|&by| by != strand);
        if other {
            self.changed.remove(&line);
        }
        let holders = self.holders.entry(line).or_default();
        if write {
            holders.clear();
        }
        holders.insert(strand);
        if write || is_new {
            self.changed.insert(line, strand);
        }
        let in_first = self.at(strand, 0, line, write || is_new);
        let (mut misses, mut time) = (0, 0);
        let has_it = is_new || has && in_first;
        if !has_it {
            let from = (1..all).find(|&number| {
                let written = other && !write && self.platform.coherence.is_some() && number >= private;
                let had = self.at(strand, number, line, written);
                had && (has || !other && number >= private)
            });
            misses = from.unwrap_or(all);
            time = from.map_or(40, |number| self.platform.levels[number - 1].hit_ns as u64);
            if other {
                (misses, time) = self.platform.coherence.map_or((all, 80), |by| (private, by.transfer_ns as u64));
            }
        }
        (misses as u64, time + 40 * std::mem::take(&mut self.to_memory))
    }
}

proptest! {
    #[test]
    fn levels_are_lists_behind_each_other(
        accesses in prop::collection::vec((0..24_u32, any::<bool>(), 0..3_u32), 0..400),
        has_coherence in any::<bool>(),
        is_private in any::<bool>(),
    ) {
        let text = if has_coherence { format!("{LEVELS}{COHERENCE}") } else { LEVELS.to_owned() };
        let text = if is_private { text.replace("shared = true", "shared = false") } else { text };
        let platform = platform(&text);
        let (caches, holders, changed) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut model = Model { platform: &platform, caches, holders, changed, to_memory: 0 };
        // Lines are numbered as they are accessed first.
        let mut numbers = BTreeMap::new();
        let numbered: Vec<(u32, bool, u32)> = accesses.iter().map(|&(line, write, strand)| {
            let next = numbers.len() as u32;
            (*numbers.entry(line).or_insert(next), write, strand)
        }).collect();
        let found = fetched(&platform, &numbered);
        let expected: Vec<(u64, u64)> =
            numbered.iter().map(|&(line, write, strand)| model.access(line, write, strand)).collect();
        prop_assert_eq!(found, expected);
    }
}
