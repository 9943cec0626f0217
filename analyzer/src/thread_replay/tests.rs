//! Tests of the machine, and of which recorded orders count.

use std::collections::BTreeSet;

mod regions;

use paratrace_replay::program::RegionId;
use paratrace_traceformat::map::InstructionId;
use proptest::prelude::*;

use super::accesses::Memory;
use super::machine::{Blocked, Machine, Outcome};
use super::observer::{By, Observer, Times};
use super::program::{Costs, Do, Line, Program, Reached};
use super::regions::Handings;
use super::scopes::{Construct, Instance};
use super::steps::{Actor, Ended, Mark, Recording, Scheduled, Step, Strand, Why};

const AT: InstructionId = InstructionId::new(0);

/// When each strand had a core.
#[derive(Default)]
struct Seen {
    started: Vec<Option<u64>>,
    had: Vec<Vec<(u64, u64)>>,
    waited: u64,
}

impl Observer for Seen {
    fn starts(&mut self, By { strand, .. }: By, _: u32, at: u64) {
        self.started.resize(self.started.len().max(strand as usize + 1), None);
        assert_eq!(self.started[strand as usize].replace(at), None);
    }

    fn stops(&mut self, By { strand, .. }: By, at: u64) {
        self.had.resize(self.had.len().max(strand as usize + 1), Vec::new());
        self.had[strand as usize].push((self.started[strand as usize].take().unwrap(), at));
    }

    fn waited(&mut self, _: By, _: Blocked, since: u64, at: u64) {
        self.waited += at - since;
    }
}

fn run(program: &Program, cores: Option<u32>) -> (Outcome, Seen) {
    let mut seen = Seen::default();
    let outcome = Machine::new(program, cores, 3, &BTreeSet::new()).run(&mut seen);
    (outcome, seen)
}

fn line(steps: Vec<Do>) -> Line {
    Line { actor: 0, scheduled: Scheduled::Freely, turn: 0, steps }
}

fn program(lines: Vec<Line>, marks: usize, pools: Vec<u32>) -> Program {
    Program {
        lines,
        marks: vec![Reached { strand: 0, at: AT, is_end: false }; marks],
        monitors: 2,
        pools,
        actors: 1,
        instances: 0,
    }
}

/// One action of a strand, in an order in which all could happen.
#[derive(Debug, Clone, Copy)]
enum Action {
    Work(u64),
    Publish,
    /// It waits for one of the marks that were published before.
    Await(usize),
    /// It has a monitor for some time.
    Hold(u32, u64),
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        (1..9_u64).prop_map(Action::Work),
        Just(Action::Publish),
        any::<usize>().prop_map(Action::Await),
        (0..2_u32, 1..9_u64).prop_map(|(monitor, work)| Action::Hold(monitor, work)),
    ]
}

/// A program of these actions, and the length of its longest chain if monitors are left out.
fn of(actions: &[(usize, Action)], strands: usize, monitors: bool) -> (Program, u64) {
    let (mut steps, mut depths) = (vec![Vec::new(); strands], vec![0; strands]);
    let mut marks: Vec<u64> = Vec::new();
    for &(strand, action) in actions {
        match action {
            Action::Work(work) => {
                steps[strand].push(Do::Work(work));
                depths[strand] += work;
            }
            Action::Publish => {
                steps[strand].push(Do::Reach { mark: marks.len() as u32 });
                marks.push(depths[strand]);
            }
            Action::Await(which) if !marks.is_empty() => {
                let mark = which % marks.len();
                steps[strand].push(Do::Wait { mark: mark as u32, why: Why::Data, at: AT });
                depths[strand] = depths[strand].max(marks[mark]);
            }
            Action::Hold(monitor, work) if monitors => {
                steps[strand].extend([Do::Enter { monitor, turn: 0, at: AT }, Do::Work(work), Do::Leave { monitor }]);
                depths[strand] += work;
            }
            Action::Await(_) | Action::Hold(..) => {}
        }
    }
    let longest = depths.into_iter().max().unwrap_or(0);
    (program(steps.into_iter().map(line).collect(), marks.len(), Vec::new()), longest)
}

proptest! {
    /// On any number of cores the time is that of the longest chain; on one that of all work; and else no greedy machine is slower than
    /// Graham's bound says.
    #[test]
    fn chains_and_work_bound_the_time(actions in prop::collection::vec((0..4_usize, action()), 0..40), cores in 1..5_u32) {
        let (program, longest) = of(&actions, 4, false);
        let work = program.work();
        prop_assert_eq!(run(&program, None).0, Outcome::Done(longest));
        prop_assert_eq!(run(&program, Some(1)).0, Outcome::Done(work));
        let (Outcome::Done(time), seen) = run(&program, Some(cores)) else { panic!("stuck") };
        prop_assert!(time >= longest && time * u64::from(cores) >= work);
        prop_assert!(time <= longest + work / u64::from(cores));
        let most = (0..time).map(|at| seen.had.iter().flatten().filter(|(from, to)| (*from..*to).contains(&at)).count());
        prop_assert!(most.max().unwrap_or(0) <= cores as usize);
        let had: u64 = seen.had.iter().flatten().map(|(from, to)| to - from).sum();
        prop_assert_eq!(had, work);
    }

    #[test]
    fn monitors_have_one_strand_at_a_time(actions in prop::collection::vec((0..4_usize, action()), 0..40), cores in 1..5_u32) {
        let (program, longest) = of(&actions, 4, true);
        let (work, held) = (program.work(), |number: u32| -> u64 {
            actions.iter().map(|(_, action)| match action {
                Action::Hold(monitor, work) if *monitor == number => *work,
                _ => 0,
            }).sum()
        });
        prop_assert_eq!(run(&program, Some(1)).0, Outcome::Done(work));
        for cores in [Some(cores), None] {
            let (Outcome::Done(time), _) = run(&program, cores) else { panic!("stuck") };
            prop_assert!(time >= longest.max(held(0)).max(held(1)) && time <= work);
        }
    }
}

#[test]
fn a_pool_has_so_many_workers() {
    let task = |turn| Line { scheduled: Scheduled::ByPool(0), turn, ..line(vec![Do::Work(10)]) };
    let pool = |workers| program((0..6).map(task).collect(), 0, vec![workers]);
    assert_eq!(run(&pool(2), None).0, Outcome::Done(30));
    assert_eq!(run(&pool(4), None).0, Outcome::Done(20));
    assert_eq!(run(&pool(2), Some(1)).0, Outcome::Done(60));
}

/// The first task of a fork-join pool with one worker waits for the second one, which the worker executes meanwhile.
#[test]
fn a_forked_task_that_waits_lets_its_worker_go() {
    let forked = |steps| Line { scheduled: Scheduled::Forked(0), ..line(steps) };
    let waits = forked(vec![Do::Work(5), Do::Wait { mark: 0, why: Why::Data, at: AT }, Do::Work(5)]);
    let program = program(vec![waits, forked(vec![Do::Work(7), Do::Reach { mark: 0 }])], 1, vec![1]);
    let (outcome, seen) = run(&program, None);
    assert_eq!(outcome, Outcome::Done(17));
    assert_eq!(seen.waited, 7);
}

/// The first task waits for the second one, for which the pool has no worker. The third one begins when both have ended.
#[test]
fn a_pool_gets_a_worker_more_where_all_would_wait_for_ever() {
    let task = |turn, steps| Line { scheduled: Scheduled::ByPool(0), turn, ..line(steps) };
    let waits = task(0, vec![Do::Work(5), Do::Wait { mark: 0, why: Why::Data, at: AT }, Do::Work(5)]);
    let others = [task(1, vec![Do::Work(7), Do::Reach { mark: 0 }]), task(2, vec![Do::Work(10)])];
    let program = program([vec![waits], others.into()].concat(), 1, vec![1]);
    assert_eq!(run(&program, None).0, Outcome::Stuck(BTreeSet::new()));
    let lending = Machine::new(&program, None, 100, &BTreeSet::new()).lending();
    assert_eq!(lending.run(&mut Seen::default()), Outcome::Done(27));
}

#[test]
fn strands_that_wait_for_one_another_are_stuck() {
    let waits = |mark, reached| line(vec![Do::Wait { mark, why: Why::Data, at: AT }, Do::Reach { mark: reached }]);
    let program = program(vec![waits(0, 1), waits(1, 0)], 2, Vec::new());
    assert_eq!(run(&program, Some(2)).0, Outcome::Stuck(BTreeSet::new()));
}

/// The waits of a strand, by the strands that it waits for, and where it has entered a monitor.
fn waits(memory: &Memory, strand: u32) -> Vec<Option<u32>> {
    let steps = memory.strands.done[strand as usize].steps.iter();
    steps
        .filter_map(|step| match step {
            Step::Wait { mark, .. } => Some(Some(mark.strand)),
            Step::Enter { .. } => Some(None),
            _ => None,
        })
        .collect()
}

/// A run with some strands.
fn memory(strands: u32) -> Memory {
    let mut memory = Memory::new();
    for actor in 0..strands {
        memory.strands.begin(actor, Scheduled::Freely, AT);
    }
    memory
}

/// What a strand does while it has monitor 0.
fn section(memory: &mut Memory, strand: u32, does: impl FnOnce(&mut Memory)) {
    memory.strands.enter(strand, (0, 0), AT);
    memory.strands.work(strand, 1);
    does(memory);
    memory.strands.work(strand, 1);
    memory.strands.leave(strand, 0, true);
}

#[test]
fn who_reads_waits_for_who_wrote() {
    let mut memory = memory(2);
    memory.strands.work(0, 10);
    memory.write(5, 0);
    memory.strands.work(1, 3);
    memory.read(5, (1, AT), false);
    memory.read(5, (1, AT), false);
    memory.read(6, (1, AT), false);
    memory.strands.end(1);
    memory.strands.end(0);
    assert_eq!(waits(&memory, 1), [Some(0)]);
    let recording = Recording { strands: memory.strands.done, actors: Vec::new(), ..Recording::default() };
    let program = Program::of(&recording, Costs::default());
    assert_eq!(program.lines[1].steps[1], Do::Wait { mark: 0, why: Why::Data, at: AT });
    assert_eq!(program.lines[0].steps, [Do::Work(10), Do::Reach { mark: 0 }]);
}

/// Two strands that each tell the other one that they have begun, before any work, and wait for that of the other one.
#[test]
fn marks_before_any_work_are_reached() {
    let strand = |other: u32| {
        let mut strand = Strand::new(other, Scheduled::Freely);
        let mark = Mark { strand: other, epoch: 0 };
        strand.steps = vec![Step::Wait { mark, why: Why::Data, at: AT }, Step::Work(5)];
        strand.ends = vec![Ended { work: 0, time: 1, at: AT, handed_in: None }];
        strand
    };
    let recording = Recording { strands: vec![strand(1), strand(0)], ..Recording::default() };
    let mut program = Program::of(&recording, Costs::default());
    program.actors = 2;
    assert_eq!(run(&program, None).0, Outcome::Done(5));
}

#[test]
fn updates_come_in_any_order_and_readers_behind_all() {
    let mut memory = memory(3);
    for strand in 0..2 {
        section(&mut memory, strand, |memory| {
            memory.read(5, (strand, AT), false);
            memory.write(5, strand);
        });
    }
    memory.read(5, (2, AT), false);
    assert_eq!([0, 1].map(|strand| waits(&memory, strand)), [[None], [None]]);
    assert_eq!(waits(&memory, 2), [Some(0), Some(1)]);
}

#[test]
fn updates_come_behind_the_last_write() {
    let mut memory = memory(3);
    memory.write(5, 0);
    memory.strands.publish(0);
    for strand in 1..3 {
        memory.update(5, (strand, AT));
    }
    assert_eq!([1, 2].map(|strand| waits(&memory, strand)), [[Some(0)], [Some(0)]]);
}

/// Who has read a value without changing it waits before it enters the monitor, so that the other strand can enter it.
#[test]
fn sections_wait_before_they_begin() {
    let mut memory = memory(2);
    section(&mut memory, 0, |memory| memory.write(5, 0));
    section(&mut memory, 1, |memory| memory.read(5, (1, AT), false));
    assert_eq!(waits(&memory, 1), [Some(0), None]);
}

/// What was done only while the section was on cannot be waited for before it.
#[test]
fn sections_wait_within_for_what_came_later() {
    let mut memory = memory(2);
    section(&mut memory, 1, |memory| {
        memory.write(5, 0);
        memory.strands.publish(0);
        memory.read(5, (1, AT), false);
    });
    assert_eq!(waits(&memory, 1), [None, Some(0)]);
}

/// Threads that count themselves and wait, as at a barrier, are awaited by who counts itself last.
#[test]
fn who_updates_and_waits_orders_later_updates() {
    let mut memory = memory(2);
    let count = |memory: &mut Memory, strand| {
        memory.read(5, (strand, AT), false);
        memory.write(5, strand);
    };
    section(&mut memory, 0, |memory| {
        count(memory, 0);
        memory.arrive(0);
    });
    section(&mut memory, 1, |memory| count(memory, 1));
    assert_eq!(waits(&memory, 1), [Some(0), None]);
}

/// `if (count.get() < capacity) count.getAndIncrement()`: the read belongs to the update, if it comes soon.
#[test]
fn a_volatile_read_belongs_to_the_update_that_follows() {
    for (between, expected) in [(10, vec![]), (1_000, vec![Some(0)])] {
        let mut memory = memory(2);
        memory.update(5, (0, AT));
        memory.strands.publish(0);
        memory.read(5, (1, AT), true);
        memory.strands.work(1, between);
        memory.strands.settle(1, false);
        memory.update(5, (1, AT));
        memory.strands.end(1);
        assert_eq!(waits(&memory, 1), expected, "{between}");
    }
}

/// One strand stands for many that have updated a location, and ends when all of them have.
#[test]
fn many_updates_are_awaited() {
    let mut memory = memory(101);
    for strand in 0..100 {
        memory.strands.work(strand, u64::from(strand));
        memory.update(5, (strand, AT));
        memory.strands.end(strand);
    }
    memory.read(5, (100, AT), false);
    memory.strands.work(100, 1);
    memory.strands.end(100);
    assert!(waits(&memory, 100).len() < 50);
    let strands = memory.strands.done;
    let program = Program::of(&Recording { strands, ..Recording::default() }, Costs::default());
    let program = Program { actors: 101, ..program };
    let last = run(&program, None).0;
    assert_eq!(last, Outcome::Done(100));
}

/// Instances of two loops within each other, over two strands.
#[test]
fn handed_out_work_belongs_to_all_that_is_around() {
    let (outer, inner) = (Construct::Region(RegionId::new(0)), Construct::Region(RegionId::new(1)));
    let instance = |construct, parent, strand, begin, end| Instance { construct, parent, strand, begin, end };
    let strand = |work, origin| {
        let end = Ended { work, time: 0, at: AT, handed_in: None };
        let (steps, ends) = (vec![Step::Work(work)], vec![end]);
        Strand { steps, ends, origin, ..Strand::new(0, Scheduled::Freely) }
    };
    let actor = Actor { name: String::new(), workers: 0, tasks: 0, role: Some(0) };
    let recording = Recording {
        strands: vec![strand(10, None), strand(20, Some(1)), strand(40, Some(2)), strand(30, Some(1))],
        actors: vec![actor],
        instances: vec![
            instance(outer, None, 0, 1, 9),
            instance(inner, Some(0), 0, 2, 5),
            // The first task executes the outer one again.
            instance(outer, Some(1), 1, 0, 7),
        ],
        ..Recording::default()
    };
    let program = Program::of(&recording, Costs::default());
    let mut times = Times::new(3, 4);
    assert_eq!(Machine::new(&program, None, 100, &BTreeSet::new()).run(&mut times), Outcome::Done(40));
    assert_eq!((&times.begins, &times.ends), (&vec![1, 2, 0], &vec![9, 5, 7]));
    let handings = Handings::of(&recording, &times);
    let rows: Vec<_> =
        handings.rows.iter().map(|row| (row.construct, row.instances.len(), row.strands, row.work)).collect();
    // The instance within itself has no row of its own, and what it hands out belongs to both.
    assert_eq!(rows, [(outer, 1, 3, 98), (inner, 1, 3, 93)]);
    assert_eq!(handings.times(&times), [39, 38]);
}
