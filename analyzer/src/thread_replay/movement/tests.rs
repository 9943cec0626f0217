//! Tests of the lines that strands get, and of machines on which moving them takes time.

use std::collections::BTreeSet;

use paratrace_cost::Platform;
use paratrace_replay::stream::{Notes, Page};
use paratrace_traceformat::map::InstructionId;
use proptest::prelude::*;

use super::lines::{Lines, Move, Moves};
use super::numbers::Shape;
use super::shared::{Moved, SharedMemory};
use crate::thread_replay::machine::{Machine, Outcome};
use crate::thread_replay::observer::{By, Observer};
use crate::thread_replay::program::{Do, Line, Program, Reached};
use crate::thread_replay::steps::{Scheduled, Why};

const AT: InstructionId = InstructionId::new(0);

/// Entity 1 has the slots 1 to 16, entity 2 has 17 to 32.
fn lines(platform: &str) -> Lines {
    let mut lines = Lines::new(&Platform::from_toml(platform).unwrap(), 0);
    let pages = vec![Page { entity: 1, first: 0, size: 16 }, Page { entity: 2, first: 0, size: 16 }];
    lines.note(&Notes { pages, ..Notes::default() });
    lines
}

/// The line and kind of each move of these accesses: slot, whether it is a write, strand.
fn moves(lines: Lines, shape: Shape, accesses: &[(u32, bool, u32)]) -> (Vec<(u32, bool)>, Moves) {
    let mut lines = lines;
    for &(slot, write, strand) in accesses {
        lines.access((slot, shape), write, (strand, AT));
    }
    let moves = lines.finish();
    (moves.all.iter().map(|one| (one.line, one.write)).collect(), moves)
}

#[test]
fn a_line_has_as_many_elements_as_fit() {
    let platform = "[cache]\nsize_bytes = 1024\nline_bytes = 32\n";
    let slots: Vec<(u32, bool, u32)> = (1..17).map(|slot| (slot, false, 0)).collect();
    for (bytes, expected) in [(8, 4), (4, 2), (1, 1)] {
        let (found, moves) = moves(lines(platform), Shape::Element(bytes), &slots);
        assert_eq!((found.len(), moves.addresses.len()), (expected, expected), "{bytes}");
    }
    let (found, _) = moves(lines(""), Shape::Field, &slots);
    assert_eq!(found.len(), 16, "words without a cache");
}

#[test]
fn who_has_a_line_gets_it_once() {
    // Strand 0 makes it; strand 1 reads it twice, and writes it; strand 0 reads it again.
    let accesses =
        [(1, true, 0), (1, true, 0), (1, false, 1), (1, false, 1), (1, true, 1), (1, true, 1), (1, false, 0)];
    let (found, moves) = moves(lines(""), Shape::Field, &accesses);
    assert_eq!(found, [(0, true), (0, false), (0, true), (0, false)]);
    let from: Vec<bool> = moves.all.iter().map(|one| one.from.is_none()).collect();
    assert_eq!(from, [true, false, false, false], "what another strand wrote");
}

#[test]
fn what_a_cache_cannot_keep_comes_again() {
    let platform = "[cache]\nsize_bytes = 8\nline_bytes = 8\n";
    let (_, moves) = moves(lines(platform), Shape::Field, &[(1, true, 0), (2, false, 0), (1, false, 0), (1, false, 0)]);
    let told: Vec<_> = moves.all.iter().map(|one| (one.line, one.was_evicted, one.evicted)).collect();
    assert_eq!(told, [(0, false, None), (1, false, Some(0)), (0, true, None)]);
}

#[test]
fn objects_lie_behind_one_another_from_the_beginning_of_a_line() {
    let platform = "[cache]\nsize_bytes = 1024\nline_bytes = 16\n";
    let (_, moves) = moves(lines(platform), Shape::Field, &[(17, true, 0), (1, true, 0), (4, true, 0), (20, true, 0)]);
    assert_eq!(moves.addresses, [32, 0, 16, 48]);
}

#[derive(Default)]
struct Seen {
    lines: u64,
    time: u64,
    had: u64,
    since: Vec<u64>,
}

impl Observer for Seen {
    fn starts(&mut self, By { strand, .. }: By, _: u32, at: u64) {
        self.since.resize(self.since.len().max(strand as usize + 1), 0);
        self.since[strand as usize] = at;
    }

    fn stops(&mut self, By { strand, .. }: By, at: u64) {
        self.had += at - self.since[strand as usize];
    }

    fn moved(&mut self, _: By, _: &Move, moved: Moved, _: u64) {
        self.lines += moved.lines;
        self.time += moved.time;
    }
}

fn run(lines: Vec<Vec<Do>>, marks: usize, moves: &Moves, platform: &str, cores: Option<u32>) -> (u64, Seen) {
    let line = |steps| Line { actor: 0, scheduled: Scheduled::Freely, turn: 0, steps };
    let program = Program {
        lines: lines.into_iter().map(line).collect(),
        marks: vec![Reached { strand: 0, at: AT, is_end: false }; marks],
        actors: 1,
        ..Program::default()
    };
    let mut seen = Seen::default();
    let memory = SharedMemory::new(&Platform::from_toml(platform).unwrap(), moves);
    match Machine::new(&program, cores, 1000, &BTreeSet::new()).moving(memory).run(&mut seen) {
        Outcome::Done(time) => (time, seen),
        Outcome::Stuck(_) => panic!("stuck"),
    }
}

/// Moves of a line each, at distant addresses.
fn plain(moves: &[(u32, bool)]) -> Moves {
    let all = moves.iter().map(|&(line, write)| Move {
        line,
        write,
        was_evicted: false,
        evicted: None,
        at: AT,
        from: InstructionId::NONE,
        context: 0,
    });
    Moves { all: all.collect(), addresses: (0..8).map(|line| line * 2048).collect() }
}

#[test]
fn data_move_between_cores_and_not_within_one() {
    let moves = plain(&[(0, true), (0, false)]);
    let lines = || {
        let reads = [Do::Wait { mark: 0, why: Why::Data, at: AT }, Do::Move(1), Do::Work(10)];
        vec![vec![Do::Work(10), Do::Move(0), Do::Reach { mark: 0 }], reads.to_vec()]
    };
    let (time, seen) = run(lines(), 1, &moves, "", Some(1));
    assert_eq!((time, seen.lines), (20, 0));
    // It is written back, which opens the row, and fetched.
    let (time, seen) = run(lines(), 1, &moves, "", Some(2));
    assert_eq!((time, seen.lines, seen.time), (20 + 72 + 8, 2, 80));
    let (time, _) = run(lines(), 1, &moves, "[processor]\nns_per_node = 8\n", None);
    assert_eq!(time, 20 + 9 + 1);
}

/// Two strands read two lines that a third has made, at once.
#[test]
fn a_bank_has_one_transfer_at_a_time() {
    let moves = plain(&[(0, true), (1, true), (0, false), (1, false)]);
    let reads = |number| vec![Do::Work(1), Do::Wait { mark: 0, why: Why::Data, at: AT }, Do::Move(number)];
    let lines = || vec![vec![Do::Work(10), Do::Move(0), Do::Move(1), Do::Reach { mark: 0 }], reads(2), reads(3)];
    let (time, _) = run(lines(), 1, &moves, "[sdram]\nbanks = 2\n", None);
    assert_eq!(time, 10 + 80, "two banks");
    let (time, _) = run(lines(), 1, &moves, "[sdram]\nbanks = 1\n", None);
    assert_eq!(time, 10 + 160, "one bank: each opens its row");
}

proptest! {
    /// Strands have cores for their work and for what they move; on one core nothing moves.
    #[test]
    fn cores_work_or_wait_for_data(
        steps in prop::collection::vec((0..4_usize, 0..8_u32, any::<bool>(), 1..9_u64), 0..60),
        cores in 1..5_u32,
    ) {
        let moves = plain(&steps.iter().map(|&(_, line, write, _)| (line, write)).collect::<Vec<_>>());
        let mut lines = vec![Vec::new(); 4];
        for (number, &(strand, _, _, work)) in (0..).zip(&steps) {
            lines[strand].extend([Do::Move(number), Do::Work(work)]);
        }
        let work: u64 = steps.iter().map(|&(.., work)| work).sum();
        let (time, seen) = run(lines.clone(), 0, &moves, "", Some(1));
        prop_assert_eq!((time, seen.lines), (work, 0));
        for cores in [Some(cores), None] {
            let (time, seen) = run(lines.clone(), 0, &moves, "", cores);
            prop_assert_eq!(seen.had, work + seen.time);
            prop_assert!(time <= work + seen.time && seen.lines <= 2 * steps.len() as u64);
        }
    }
}
