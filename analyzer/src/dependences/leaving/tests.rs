//! What edges leave, compared with the definition: random nests of instances, also of such that do not enclose each other.

use paratrace_replay::program::{ConstructId, Lifetimes};
use paratrace_traceformat::map::{BlockId, ClassId, InstructionId, Loop, LoopId, Method, ProgramMap};
use proptest::prelude::*;

use super::{Around, Edge, Head, LeavingBackward, LeavingForward, Site, Tables};
use crate::dependences::edges::{Edges, Gathered, Key, Kind, Stat};
use crate::dependences::plan::{self, NO_SITE};

/// Constructs with lower numbers are methods.
const METHODS: u32 = 4;
/// Those with lower numbers still are class initialisers.
const INITIALIZERS: u32 = 2;
const ITERATION: ConstructId = ConstructId::new(METHODS);
const CONDITIONALS: u32 = 3;

/// A map with methods, a loop, and instructions for conditionals.
fn map() -> ProgramMap {
    let method = |number| {
        let name = if number < INITIALIZERS { "<clinit>" } else { "" };
        Method::without_code(ClassId::new(0), name, "")
    };
    let looped = Loop { header: BlockId::new(0), parent: LoopId::NONE, depth: 0, reducible: true };
    let mut map =
        ProgramMap { methods: (0..METHODS).map(method).collect(), loops: vec![looped], ..ProgramMap::default() };
    map.insns.op = vec![0; CONDITIONALS as usize];
    map
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Call(u32),
    Conditional(u32),
    Loop,
    Iteration,
    /// The innermost call or loop ends, with its conditionals.
    End,
    /// One of the innermost conditionals ends; those inside it may go on.
    Join(usize),
    Write,
    Read {
        write: usize,
        tail: u32,
    },
    /// Instances are forgotten that nothing refers to, and chains of constructs.
    Collect,
    Pass(u64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..METHODS).prop_map(Step::Call),
        4 => (0..CONDITIONALS).prop_map(Step::Conditional),
        2 => Just(Step::Loop),
        4 => Just(Step::Iteration),
        5 => Just(Step::End),
        4 => (0..2usize).prop_map(Step::Join),
        6 => Just(Step::Write),
        12 => (0..12usize, 0..2u32).prop_map(|(write, tail)| Step::Read { write, tail }),
        1 => Just(Step::Collect),
        3 => (0..40u64).prop_map(Step::Pass),
    ]
}

/// An instance, as the definition sees it.
#[derive(Debug, Clone, Copy)]
struct Instance {
    construct: ConstructId,
    /// The loop around an iteration, by its place in the list, and the number of the iteration.
    looped: Option<(usize, u32)>,
    start: u64,
    end: u64,
}

/// A run: what the passes are told, and what the definition needs.
#[derive(Debug, Default)]
struct Run {
    time: u64,
    instances: Vec<Instance>,
    /// Open instances by place and number: those of calls and loops with `true`.
    open: Vec<(usize, u32, bool)>,
    writes: Vec<(u64, Head)>,
    edges: Vec<Edge>,
    /// Number of instances that were open when the unit began: its steps leave them alone.
    base: usize,
    /// The first site of the unit, and the number of each of its writes, if its instances are known and not opened.
    known: Option<(u32, Vec<u32>)>,
}

const HEAD: InstructionId = InstructionId::new(2);

impl Run {
    fn begin(&mut self, construct: ConstructId, number: u32, is_level: bool) {
        self.instances.push(Instance { construct, looped: None, start: self.time, end: u64::MAX });
        self.open.push((self.instances.len() - 1, number, is_level));
    }

    /// The innermost level ends; returns its number.
    fn end_level(&mut self, leaving: &mut LeavingForward<'_>) -> Option<usize> {
        let at = self.open.iter().rposition(|&(.., is_level)| is_level).filter(|&at| at >= self.base)?;
        let ended: Vec<_> = self.open.drain(at..).collect();
        ended.iter().for_each(|&(place, ..)| self.instances[place].end = self.time);
        if self.known.is_none() {
            leaving.close_all(ended[0].1, self.time);
        }
        Some(ended[0].0)
    }

    fn open(&self, construct: ConstructId, leaving: &mut LeavingForward<'_>) -> u32 {
        if self.known.is_some() { 0 } else { leaving.open(construct, self.time) }
    }

    /// Takes the steps of a unit; what begins in it ends in it.
    fn take_unit(&mut self, steps: &[Step], known: Option<(u32, Vec<u32>)>, leaving: &mut LeavingForward<'_>) {
        (self.base, self.known) = (self.open.len(), known);
        for &step in steps {
            self.take(step, leaving);
        }
        self.time += 1;
        while self.open.len() > self.base {
            if self.end_level(leaving).is_none() {
                let (place, number, _) = self.open.remove(self.open.len() - 1);
                self.instances[place].end = self.time;
                if self.known.is_none() {
                    leaving.close(number, self.time);
                }
            }
        }
        (self.base, self.known) = (0, None);
        leaving.set_calls(std::iter::empty());
    }

    fn take(&mut self, step: Step, leaving: &mut LeavingForward<'_>) {
        self.time += 1;
        match step {
            Step::Call(number) => {
                let construct = ConstructId::new(number);
                let number = self.open(construct, leaving);
                self.begin(construct, number, true);
            }
            Step::Conditional(number) => {
                let construct = ConstructId::new(METHODS + 1 + number);
                let number = self.open(construct, leaving);
                self.begin(construct, number, false);
            }
            Step::Loop => {
                let number = if self.known.is_some() { 0 } else { leaving.open_loop(self.time) };
                self.begin(ConstructId::NONE, number, true);
                let number = self.open(ITERATION, leaving);
                let looped = self.instances.len() - 1;
                self.begin(ITERATION, number, true);
                self.instances[looped + 1].looped = Some((looped, 0));
            }
            Step::Iteration => self.iterate(leaving),
            Step::End => {
                let ended = self.end_level(leaving);
                if ended.is_some_and(|ended| self.instances[ended].looped.is_some()) {
                    self.end_level(leaving);
                }
            }
            Step::Join(inside) => self.join(inside, leaving),
            Step::Write => {
                let known = self.known.as_mut();
                let site = known.and_then(|(first, numbers)| Some(Site::of(HEAD, *first, numbers.pop()?)));
                let site = site.unwrap_or(Site::plain(HEAD));
                self.writes.push((self.time, Head { site, instance: leaving.innermost() }));
            }
            Step::Read { write, tail } => {
                if let Some(&(from, head)) = self.writes.iter().rev().nth(write) {
                    let tail = InstructionId::new(tail);
                    let edge = Edge { kind: Kind::Raw, head: HEAD, tail, from, to: self.time, count: 2 };
                    if self.known.is_some() {
                        leaving.set_calls(self.calls_of_unit());
                    }
                    leaving.leave(head, &edge);
                    self.edges.push(edge);
                }
            }
            Step::Collect => {
                leaving.collect(self.writes.len(), |each| {
                    self.writes.iter_mut().for_each(|(_, head)| each(&mut head.instance));
                    self.open.iter_mut().for_each(|(_, instance, _)| each(instance));
                });
                leaving.forget_contexts();
            }
            Step::Pass(nodes) => self.time += nodes,
        }
    }

    fn iterate(&mut self, leaving: &mut LeavingForward<'_>) {
        let innermost = self.open.iter().rfind(|(.., is_level)| *is_level);
        let Some((looped, index)) = innermost.and_then(|&(place, ..)| self.instances[place].looped) else { return };
        if self.end_level(leaving).is_none() {
            return;
        }
        let number = if self.known.is_some() { 0 } else { leaving.next_iteration(ITERATION, self.time) };
        self.begin(ITERATION, number, true);
        let place = self.instances.len() - 1;
        self.instances[place].looped = Some((looped, index + 1));
    }

    fn join(&mut self, inside: usize, leaving: &mut LeavingForward<'_>) {
        let conditionals = self.open.iter().rev().take_while(|(.., is_level)| !is_level).count();
        if inside < conditionals {
            let (place, number, _) = self.open.remove(self.open.len() - 1 - inside);
            self.instances[place].end = self.time;
            leaving.close(number, self.time);
        }
    }

    fn calls_of_unit(&self) -> impl Iterator<Item = (ConstructId, u64)> {
        let instances = self.open[self.base..].iter().map(|&(place, ..)| self.instances[place]);
        instances.filter(|one| one.construct.number() < METHODS).map(|one| (one.construct, one.start))
    }

    /// Returns the sites of a unit that began at a time with so many instances and writes before it, and the number of each write's
    /// site, the last one first.
    fn sites(&self, began: u64, (instances, writes): (usize, usize)) -> (plan::Sites, Vec<u32>) {
        let of_unit = &self.instances[instances..];
        let around = |start: u64, end: u64, of: &[Instance]| of.iter().rposition(|i| i.start <= start && end <= i.end);
        let insides = of_unit.iter().enumerate().map(|(at, one)| {
            let is_next = |other: &Instance| one.looped.is_some_and(|(of, n)| other.looped == Some((of, n + 1)));
            plan::Inside {
                construct: one.construct,
                parent: around(one.start, one.end, &of_unit[..at]).map(|parent| parent as u32),
                start: (one.start - began) as u32,
                end: (one.end - began) as u32,
                index: one.looped.map_or(0, |(_, index)| index),
                next: of_unit.iter().position(is_next).map(|next| next as u32),
            }
        });
        let (mut all, mut numbers) = (Vec::new(), Vec::new());
        for &(time, _) in self.writes[writes..].iter().filter(|(time, _)| *time > began) {
            let inside = around(time, time + 1, of_unit);
            numbers.push(inside.map_or(NO_SITE, |_| all.len() as u32));
            let node = (time - began) as u32;
            all.extend(inside.map(|inside| plan::Site { insn: HEAD, node, inside: inside as u32 }));
        }
        numbers.reverse();
        (plan::Sites { all: all.into(), insides: insides.collect() }, numbers)
    }

    /// Returns the sums by the definition. Backwards, distances in iterations and sibling calls are not told.
    fn sums(&self, backwards: bool) -> Vec<(Key, Stat)> {
        let mut sums = Vec::new();
        for edge in &self.edges {
            let contains = |instance: &&Instance| (instance.start..instance.end).contains(&edge.from);
            let around = self.instances.iter().filter(contains);
            let initializers: Vec<_> = around.filter(|i| i.construct.number() < INITIALIZERS).collect();
            let is_around = |left: &Instance| initializers.iter().all(|inside| left.start < inside.start);
            let innermost = initializers.last().map_or(ConstructId::NONE, |inside| inside.construct);
            for left in self.instances.iter().filter(contains).filter(|left| left.end <= edge.to) {
                if left.construct.is_none() {
                    continue;
                }
                let Edge { kind, head, tail, from, to, count } = *edge;
                let violations = if to - from <= left.end - left.start { count } else { 0 };
                let mut stat = Stat { min: to - from, count, violations, ..Stat::NONE };
                if !backwards && self.calls_sibling(left, to) {
                    stat.carried += count;
                }
                match left.looped.filter(|&(looped, _)| self.instances[looped].end > to) {
                    Some(_) if backwards => stat.carried += count,
                    Some((looped, index)) => {
                        let last = self.instances.iter().filter(|i| i.looped.is_some_and(|(of, _)| of == looped));
                        let begun = last.filter(|iteration| iteration.start <= to).count() as u32 - 1;
                        stat.carry(count, begun - index, index);
                    }
                    None => {}
                }
                let from = if is_around(left) { innermost } else { ConstructId::NONE };
                let key = Key { initializer: from, ..Key::new(left.construct, kind, head, tail) };
                sums.push((key, stat));
            }
        }
        sums
    }

    fn calls_sibling(&self, left: &Instance, to: u64) -> bool {
        let is_method = left.construct.number() < METHODS;
        let is_sibling = |other: &Instance| other.construct == left.construct && other.start >= left.end;
        let mut open = self.instances.iter().filter(|other| other.start <= to && other.end > to);
        is_method && open.any(is_sibling)
    }
}

/// Follows a run and then follows it backwards; returns the sums of both passes.
fn passes(steps: &[Step]) -> (Run, Edges, Edges) {
    let map = map();
    let lifetimes = Lifetimes::new(&map);
    let follow = |run: &mut Run| {
        let mut leaving = LeavingForward::new((&map, &lifetimes), Tables::Here(Gathered::default()));
        steps.iter().for_each(|&step| run.take(step, &mut leaving));
        leaving
    };
    let mut run = Run::default();
    let forward = follow(&mut run).finish().finish();
    let mut backward = LeavingBackward::new((&map, &lifetimes));
    backward.push(Around { construct: ConstructId::NONE, start: 0, end: u64::MAX });
    // At one time, instances begin before the head of an edge, and end after what is inside them.
    let mut heads: Vec<&Edge> = run.edges.iter().collect();
    heads.sort_by_key(|edge| edge.from);
    for time in (0..=run.time).rev() {
        let mut ending: Vec<(usize, &Instance)> =
            run.instances.iter().enumerate().filter(|(_, i)| i.end == time).collect();
        if time == run.time {
            ending.extend(run.instances.iter().enumerate().filter(|(_, i)| i.end == u64::MAX));
        }
        ending.sort_by_key(|&(place, instance)| (std::cmp::Reverse(instance.end), place));
        for (_, &Instance { construct, start, end, .. }) in ending {
            backward.push(Around { construct, start, end });
        }
        if time % 16 == 0 {
            backward.forget_contexts();
        }
        while let Some(edge) = heads.pop_if(|edge| edge.from == time) {
            backward.leave(edge);
        }
        while let Some(at) = backward.around().iter().skip(1).rposition(|around| around.start == time) {
            backward.remove(at + 1);
        }
    }
    (run, forward, backward.finish())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn edges_leave_what_the_definition_says(mut steps in prop::collection::vec(step(), 0..120), encloses: bool) {
        if encloses {
            steps.retain(|step| !matches!(step, Step::Join(_)));
        }
        let (run, forward, backward) = passes(&steps);
        let [forwards, backwards] = [false, true].map(|backwards| Edges::of(run.sums(backwards)));
        prop_assert_eq!(forward, forwards);
        prop_assert_eq!(backward, backwards);
    }
}

#[test]
fn initializers_are_told_apart_where_instances_outlive_each_other() {
    use Step::{Call, Conditional, Iteration, Join, Loop, Read, Write};
    let read = Read { write: 0, tail: 0 };
    // The inner conditional outlives the outer one. One of two values that are read in the next iteration comes from an initialiser.
    let outlives = [Conditional(0), Conditional(0), Join(1), Loop];
    let rounds = [Write, Iteration, read, Call(0), Write, Step::End, Iteration, read];
    let (run, forward, backward) = passes(&[&outlives[..], &rounds].concat());
    assert_eq!(forward, Edges::of(run.sums(false)));
    assert_eq!(backward, Edges::of(run.sums(true)));
    let of_iterations: Vec<_> = forward.iter().filter(|(key, _)| key.construct == ITERATION).collect();
    let told = of_iterations.iter().map(|(key, stat)| (key.initializer, stat.count, stat.example));
    assert_eq!(told.collect::<Vec<_>>(), [(ConstructId::new(0), 2, 1), (ConstructId::NONE, 2, 0)]);
}

/// Sums of a run with a unit in it; `known` makes the sites of what is known of the unit.
fn with_unit(
    parts: [&[Step]; 3],
    known: impl FnOnce(&Run, &mut LeavingForward<'_>) -> Option<(u32, Vec<u32>)>,
) -> (Run, Edges) {
    let map = map();
    let lifetimes = Lifetimes::new(&map);
    let mut leaving = LeavingForward::new((&map, &lifetimes), Tables::Here(Gathered::default()));
    let mut run = Run::default();
    parts[0].iter().for_each(|&step| run.take(step, &mut leaving));
    let known = known(&run, &mut leaving);
    run.take_unit(parts[1], known, &mut leaving);
    parts[2].iter().for_each(|&step| run.take(step, &mut leaving));
    (run, leaving.finish().finish())
}

/// A step that may be part of a unit: no class initialiser, and instances enclose each other.
fn step_of_unit() -> impl Strategy<Value = Step> {
    step().prop_map(|step| match step {
        Step::Call(number) => Step::Call(number.max(INITIALIZERS)),
        Step::Join(_) | Step::Collect => Step::Pass(1),
        step => step,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn sites_are_like_instances_that_are_opened(
        before in prop::collection::vec(step(), 0..30),
        unit in prop::collection::vec(step_of_unit(), 0..80),
        after in prop::collection::vec(step(), 0..40),
        encloses: bool,
    ) {
        let enclosing = |steps: Vec<Step>| -> Vec<Step> {
            steps.into_iter().filter(|step| !encloses || !matches!(step, Step::Join(_))).collect()
        };
        let (before, after) = (enclosing(before), enclosing(after));
        let parts = [&before[..], &unit, &after];
        let (_, expected) = with_unit(parts, |_, _| None);
        let (opened, _) = with_unit([&before, &unit, &[]], |_, _| None);
        let (run, found) = with_unit(parts, |run, leaving| {
            let (sites, numbers) = opened.sites(run.time, (run.instances.len(), run.writes.len()));
            Some((leaving.add_sites(&sites), numbers))
        });
        let defined = Edges::of(run.sums(false));
        prop_assert_eq!(&expected, &defined);
        prop_assert_eq!(found, expected);
    }
}
