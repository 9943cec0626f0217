//! What hands out work, by definition: from a listing of what random strands do, one thing after the other.

use std::collections::{BTreeMap, BTreeSet};

use paratrace_replay::program::RegionId;
use paratrace_traceformat::map::InstructionId;
use proptest::prelude::*;

use super::super::observer::Times;
use super::super::program::{Costs, Program};
use super::super::regions::Handings;
use super::super::scopes::Construct;
use super::super::steps::{Actor, END, Mark, Recording, Scheduled, Why};
use super::super::strands::Strands;
use super::{AT, Machine, Outcome};

/// What a strand does, in an order in which all strands could do it.
#[derive(Debug, Clone, Copy)]
enum Action {
    Work(u64),
    /// It begins to execute something, which takes work before anything else can be done in it.
    Open(u32, u64),
    /// It ends what it began last, which takes work.
    Close(u64),
    /// It hands out a strand of this actor.
    Hand(u32),
    /// It waits for one of the strands that have ended, and goes on behind that.
    Join(usize),
    End,
}

/// Loops and methods have the numbers before, calls those from here on.
const CALLS: u32 = 4;
const CONSTRUCTS: u32 = 6;

/// A thread of the program, a pool's tasks, and a thread that executes no code of the program: its work counts for nothing.
const ACTORS: u32 = 3;
const ASIDE: u32 = 2;

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        2 => (1..40_u64).prop_map(Action::Work),
        3 => (0..CONSTRUCTS, 1..5_u64).prop_map(|(construct, work)| Action::Open(construct, work)),
        2 => (1..4_u64).prop_map(Action::Close),
        4 => (0..ACTORS).prop_map(Action::Hand),
        1 => any::<usize>().prop_map(Action::Join),
        1 => Just(Action::End),
    ]
}

fn construct(number: u32) -> Construct {
    match number < CALLS {
        true => Construct::Region(RegionId::new(number)),
        false => Construct::Call(InstructionId::new(number)),
    }
}

/// Something that is executed in a strand.
#[derive(Debug)]
struct Scope {
    construct: u32,
    /// What is around it in its strand or, if that is nothing, what its strand was handed out in.
    around: Option<usize>,
    /// The work of its strand when it begins, and how much it does itself.
    work: (u64, u64),
    /// When it begins and ends, on any number of cores.
    time: (u64, u64),
}

/// A strand.
#[derive(Debug, Default)]
struct Listed {
    actor: u32,
    handed_out_in: Option<usize>,
    open: Vec<usize>,
    work: u64,
    now: u64,
    has_ended: bool,
}

/// All strands, listed as they go on, and recorded by what is tested.
#[derive(Default)]
struct Listing {
    strands: Vec<Listed>,
    scopes: Vec<Scope>,
    recorded: Strands,
}

/// What the instances of a construct have in common: their number, that of the strands handed out, the work, and the time.
type Row = (u32, [u64; 4]);

impl Listing {
    fn of(actions: &[(usize, Action)]) -> Self {
        let mut listing = Self::default();
        let first = listing.begin(0, None, 0);
        listing.work(first, 1);
        for &(which, action) in actions {
            listing.act(which % listing.strands.len(), action);
        }
        (0..listing.strands.len()).for_each(|strand| listing.end(strand));
        listing
    }

    fn begin(&mut self, actor: u32, handed_out_in: Option<usize>, now: u64) -> usize {
        self.strands.push(Listed { actor, handed_out_in, now, ..Listed::default() });
        self.recorded.begin(actor, Scheduled::Freely, AT) as usize
    }

    fn act(&mut self, strand: usize, action: Action) {
        let Listed { actor, has_ended, .. } = self.strands[strand];
        match action {
            _ if has_ended => {}
            Action::Work(work) => self.work(strand, work),
            Action::Open(construct, work) if actor != ASIDE => self.open(strand, construct, work),
            Action::Close(work) => self.close(strand, work),
            Action::Hand(actor) => self.hand(strand, actor),
            Action::Join(which) => self.join(strand, which),
            Action::End if strand > 0 => self.end(strand),
            Action::Open(..) | Action::End => {}
        }
    }

    fn work(&mut self, strand: usize, work: u64) {
        self.strands[strand].work += work;
        self.strands[strand].now += work;
        self.recorded.work(strand as u32, work);
    }

    fn around(&self, strand: usize) -> Option<usize> {
        self.strands[strand].open.last().copied().or(self.strands[strand].handed_out_in)
    }

    fn open(&mut self, strand: usize, number: u32, work: u64) {
        let (around, this) = (self.around(strand), &mut self.strands[strand]);
        this.open.push(self.scopes.len());
        self.scopes.push(Scope { construct: number, around, work: (this.work, 0), time: (this.now, 0) });
        let level = this.open.len() as u32;
        self.recorded.open_scope(strand as u32, construct(number), level);
        self.work(strand, work);
    }

    fn close(&mut self, strand: usize, work: u64) {
        if self.strands[strand].open.is_empty() {
            return;
        }
        self.work(strand, work);
        let this = &mut self.strands[strand];
        let scope = &mut self.scopes[this.open.pop().unwrap()];
        scope.work.1 = this.work - scope.work.0;
        scope.time.1 = this.now;
        self.recorded.close_scopes(strand as u32, this.open.len() as u32);
    }

    fn hand(&mut self, strand: usize, actor: u32) {
        let mark = self.recorded.mark(strand as u32);
        self.recorded.hand_out(strand as u32);
        let handed = self.begin(actor, self.around(strand), self.strands[strand].now);
        self.recorded.wait(handed as u32, mark, Why::Start, AT);
        let origin = self.recorded.handed_in(mark);
        self.recorded.originates(handed as u32, origin);
        self.work(handed, 1);
    }

    fn join(&mut self, strand: usize, which: usize) {
        let ended: Vec<usize> = (0..self.strands.len()).filter(|&other| self.strands[other].has_ended).collect();
        let Some(&other) = ended.get(which % ended.len().max(1)) else { return };
        self.strands[strand].now = self.strands[strand].now.max(self.strands[other].now);
        let mark = Mark { strand: other as u32, epoch: END };
        self.recorded.wait(strand as u32, mark, Why::End, AT);
        self.work(strand, 1);
    }

    fn end(&mut self, strand: usize) {
        while !self.strands[strand].has_ended && !self.strands[strand].open.is_empty() {
            self.close(strand, 1);
        }
        if !std::mem::replace(&mut self.strands[strand].has_ended, true) {
            self.recorded.end(strand as u32);
        }
    }

    /// A scope and all that is around it, from strand to strand.
    fn chain(&self, scope: Option<usize>) -> Vec<usize> {
        std::iter::successors(scope, |&scope| self.scopes[scope].around).collect()
    }

    /// The strands that a scope has handed out, and that those have handed out, as far as they count.
    fn handed(&self, scope: usize) -> impl Iterator<Item = &Listed> {
        let is_within = move |strand: &&Listed| self.chain(strand.handed_out_in).contains(&scope);
        self.strands.iter().filter(is_within).filter(|strand| strand.actor != ASIDE)
    }

    /// Whether any strand was handed out in a scope, even one that does not count.
    fn hands_out(&self, scope: usize) -> bool {
        self.strands.iter().any(|strand| self.chain(strand.handed_out_in).contains(&scope))
    }

    /// Whether a scope hands out work, and is not within one of the same construct.
    fn is_instance(&self, scope: usize) -> bool {
        let construct = self.scopes[scope].construct;
        let same = self.chain(self.scopes[scope].around).into_iter();
        self.hands_out(scope) && !same.into_iter().any(|around| self.scopes[around].construct == construct)
    }

    /// The work of a scope with all that it has handed out, and the time until all that has ended.
    fn whole(&self, scope: usize) -> (u64, u64) {
        let Scope { work, time: (begin, end), .. } = self.scopes[scope];
        let handed: u64 = self.handed(scope).map(|strand| strand.work).sum();
        let last = self.handed(scope).map(|strand| strand.now).max().unwrap_or(0);
        (work.1 + handed, last.max(end) - begin)
    }

    fn instances(&self, construct: u32) -> Vec<usize> {
        let is_it = |&scope: &usize| self.scopes[scope].construct == construct && self.is_instance(scope);
        (0..self.scopes.len()).filter(is_it).collect()
    }

    fn row(&self, construct: u32) -> Row {
        let instances = self.instances(construct);
        let sum = |of: &dyn Fn(usize) -> u64| instances.iter().map(|&scope| of(scope)).sum::<u64>();
        let handed = sum(&|scope| self.handed(scope).count() as u64);
        let sums =
            [instances.len() as u64, handed, sum(&|scope| self.whole(scope).0), sum(&|scope| self.whole(scope).1)];
        (construct, sums)
    }

    /// Whether a call waits for what it hands out, and hands out more than one strand.
    fn is_call_told(&self, construct: u32) -> bool {
        let waits = |&scope: &usize| {
            let (begin, end) = self.scopes[scope].time;
            nearly(end - begin, self.whole(scope).1)
        };
        let (_, [instances, handed, ..]) = self.row(construct);
        handed > instances && self.instances(construct).iter().all(waits)
    }

    /// Whether a loop or a method does nearly all that it does in one thing within it that is told.
    fn is_covered(&self, construct: u32) -> bool {
        let covers = |&scope: &usize, around: usize| {
            let Scope { construct: within, around: next, .. } = self.scopes[scope];
            let is_told = within < CALLS || self.is_call_told(within);
            next == Some(around)
                && within != construct
                && is_told
                && self.hands_out(scope)
                && nearly(self.whole(scope).0, self.whole(around).0)
        };
        let is_covered = |&around: &usize| (0..self.scopes.len()).any(|scope| covers(&scope, around));
        let instances = self.instances(construct);
        let work = |scopes: &mut dyn Iterator<Item = usize>| scopes.map(|scope| self.whole(scope).0).sum::<u64>();
        let covered = work(&mut instances.iter().copied().filter(|scope| is_covered(scope)));
        nearly(covered, work(&mut instances.iter().copied()))
    }

    /// What is told of each construct that hands out strands.
    fn rows(&self) -> BTreeSet<Row> {
        let is_told = |construct: u32| match construct < CALLS {
            true => !self.is_covered(construct),
            false => self.is_call_told(construct),
        };
        let hands_out = |row: &Row| row.1[1] > 0;
        (0..CONSTRUCTS)
            .filter(|&construct| is_told(construct))
            .map(|construct| self.row(construct))
            .filter(hands_out)
            .collect()
    }

    fn recording(self) -> Recording {
        let actor = |number| Actor {
            name: format!("{number}"),
            workers: number,
            tasks: u64::from(number == 1),
            role: (number == 0).then_some(0),
        };
        let Strands { done: strands, scopes, .. } = self.recorded;
        Recording {
            strands,
            instances: scopes.instances,
            actors: (0..ACTORS).map(actor).collect(),
            ..Recording::default()
        }
    }
}

/// Whether one number is at least 95 % of another one.
fn nearly(part: u64, whole: u64) -> bool {
    part as f64 >= 0.95 * whole as f64
}

/// The rows that are told of a recording, the one with the most work first.
fn found(recording: &Recording) -> Vec<Row> {
    let program = Program::of(recording, Costs::default());
    let mut times = Times::new(recording.instances.len(), recording.strands.len());
    let outcome = Machine::new(&program, None, 100, &BTreeSet::new()).run(&mut times);
    assert!(matches!(outcome, Outcome::Done(_)));
    let handings = Handings::of(recording, &times);
    let time = handings.times(&times);
    let numbers: BTreeMap<String, u32> = (0..CONSTRUCTS).map(|at| (format!("{:?}", construct(at)), at)).collect();
    let rows = handings.rows.iter().zip(time).map(|(row, time)| {
        (numbers[&format!("{:?}", row.construct)], [row.instances.len() as u64, row.strands, row.work, time])
    });
    rows.collect()
}

proptest! {
    /// Tasks, work and time of all that hands out strands are those by definition.
    #[test]
    fn regions_have_what_they_hand_out(actions in prop::collection::vec((any::<usize>(), action()), 0..60)) {
        let listing = Listing::of(&actions);
        let expected = listing.rows();
        let found = found(&listing.recording());
        prop_assert!(found.is_sorted_by(|one, next| one.1[2] >= next.1[2]), "{found:?}");
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    }
}

/// The random cases have much to tell of: regions within regions, over several strands.
#[test]
fn random_strands_hand_out_much() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let strategy = prop::collection::vec((any::<usize>(), action()), 0..60);
    let mut runner = TestRunner::deterministic();
    let listings = (0..500).map(|_| Listing::of(&strategy.new_tree(&mut runner).unwrap().current()));
    let (mut rows, mut calls, mut within) = (0, 0, 0);
    for listing in listings {
        let told = listing.rows();
        rows += told.len();
        calls += told.iter().filter(|row| row.0 >= CALLS).count();
        within += (0..listing.scopes.len()).filter(|&at| listing.hands_out(at) && !listing.is_instance(at)).count();
    }
    assert!(rows > 400 && calls > 20 && within > 100, "{rows} rows, {calls} of calls, {within} within themselves");
}
