//! Strands that are played in the order of time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::orders::{Orders, Waiting};
use super::{Order, Slice, SliceKind, Strand, StrandTimes, bits};
use crate::platform::Platform;

/// A strand that is being played.
#[derive(Debug, Clone, Default)]
struct Player {
    begun: bool,
    done: bool,
    clock: f64,
    /// Nodes executed.
    at: u64,
    started: usize,
    awaited: usize,
    ordered: usize,
    sample: usize,
    /// Accesses done.
    accesses: u64,
    /// The strands that wait for its end.
    waiting: Vec<Waiting>,
    /// What it waits for, if it does, and how often it has waited.
    blocked: Option<SliceKind>,
    times: u64,
}

/// What a strand does next.
enum Event {
    Start(usize),
    Await(usize),
    Order(Order),
    End,
}

pub(super) struct Stage<'s> {
    strands: &'s [Strand],
    platform: &'s Platform,
    ns_per_node: f64,
    players: Vec<Player>,
    times: Vec<StrandTimes>,
    orders: Orders,
    /// Strands at their next event, by its time.
    next: BinaryHeap<Reverse<(u64, usize)>>,
}

impl<'s> Stage<'s> {
    pub(super) fn new(strands: &'s [Strand], platform: &'s Platform, ns_per_node: f64) -> Self {
        let times = |strand: &Strand| StrandTimes {
            name: strand.name.clone(),
            worker: strand.worker,
            ..StrandTimes::default()
        };
        let times = strands.iter().map(times).collect();
        let (players, orders) = (vec![Player::default(); strands.len()], Orders::default());
        Self { strands, platform, ns_per_node, players, times, orders, next: BinaryHeap::new() }
    }

    /// Plays all strands, and returns their times.
    pub(super) fn run(mut self) -> Vec<StrandTimes> {
        let mut started = vec![false; self.strands.len()];
        for &(_, other) in self.strands.iter().flat_map(|strand| &strand.starts) {
            if let Some(started) = started.get_mut(other) {
                *started = true;
            }
        }
        (0..started.len()).filter(|&number| number == 0 || !started[number]).for_each(|number| self.begin(number, 0.0));
        loop {
            while let Some(Reverse((_, number))) = self.next.pop() {
                self.step(number);
            }
            // Strands that wait for one another, or for one that nobody starts: the first goes on without waiting.
            let stuck = self.players.iter().position(|player| player.blocked.is_some());
            match (stuck, self.players.iter().position(|player| !player.begun)) {
                (Some(number), _) => {
                    let player = &mut self.players[number];
                    (player.blocked, player.times) = (None, player.times + 1);
                    self.schedule(number);
                }
                (None, Some(number)) => self.begin(number, 0.0),
                (None, None) => return self.times,
            }
        }
    }

    fn begin(&mut self, number: usize, time: f64) {
        let player = &mut self.players[number];
        if !player.begun {
            player.begun = true;
            player.clock = time;
            self.times[number].begin_ns = time;
            self.schedule(number);
        }
    }

    /// A strand executes until its next event.
    fn schedule(&mut self, number: usize) {
        let (at, _) = self.event(number);
        self.execute(number, at);
        self.next.push(Reverse((bits(self.players[number].clock), number)));
    }

    /// Returns the next event of a strand, and the nodes before it. Starts come first, and waiting for the end of a strand last.
    fn event(&self, number: usize) -> (u64, Event) {
        let (strand, player) = (&self.strands[number], &self.players[number]);
        let start = strand.starts.get(player.started).map(|&(at, other)| (at, 0, Event::Start(other)));
        let order = strand.orders.get(player.ordered).map(|&(at, order)| (at, 1, Event::Order(order)));
        let wait = strand.awaits.get(player.awaited).map(|&(at, other)| (at, 2, Event::Await(other)));
        let first = start.into_iter().chain(order).chain(wait).min_by_key(|&(at, rank, _)| (at, rank));
        first.map_or((strand.nodes, Event::End), |(at, _, event)| (at, event))
    }

    /// A strand is at its next event.
    fn step(&mut self, number: usize) {
        let player = &mut self.players[number];
        let by = (number, player.times);
        match self.event(number).1 {
            Event::Start(other) => {
                self.players[number].started += 1;
                self.create(number, other);
            }
            Event::Await(other) => {
                self.players[number].awaited += 1;
                if let Some(awaited) = self.players.get_mut(other).filter(|awaited| other != number && !awaited.done) {
                    awaited.waiting.push(by);
                    return self.block(number, SliceKind::Idleness);
                }
            }
            Event::Order(order) => {
                self.players[number].ordered += 1;
                match order {
                    Order::Enters(lock) if !self.orders.enter(lock, by) => {
                        return self.block(number, SliceKind::Queueing);
                    }
                    Order::Awaits(mark) if !self.orders.has_reached(mark, by) => {
                        return self.block(number, SliceKind::Idleness);
                    }
                    Order::Enters(_) | Order::Awaits(_) => {}
                    Order::Leaves(lock) => {
                        let players = &self.players;
                        let next = self.orders.leave(lock, number, |waiting| is_waiting(players, waiting));
                        next.into_iter().for_each(|next| self.go_on(next, number, None));
                    }
                    Order::Reaches(mark) => {
                        let waiting = self.orders.reach(mark);
                        self.wake(waiting, number, None);
                    }
                }
            }
            Event::End => return self.end(number),
        }
        self.schedule(number);
    }

    fn block(&mut self, number: usize, kind: SliceKind) {
        self.players[number].blocked = Some(kind);
    }

    /// Those that still wait go on at the time of another strand; `awaited`: for its end.
    fn wake(&mut self, waiting: Vec<Waiting>, by: usize, awaited: Option<usize>) {
        for one in waiting {
            if is_waiting(&self.players, one) {
                self.go_on(one.0, by, awaited);
            }
        }
    }

    fn go_on(&mut self, number: usize, by: usize, awaited: Option<usize>) {
        let until = self.players[by].clock;
        let player = &mut self.players[number];
        player.times += 1;
        let kind = player.blocked.take().unwrap_or(SliceKind::Idleness);
        self.spend(number, kind, until - self.players[number].clock, awaited);
        self.schedule(number);
    }

    /// Executes up to a node, and communicates.
    fn execute(&mut self, number: usize, to: u64) {
        let strand = &self.strands[number];
        loop {
            let player = &self.players[number];
            let sample = strand.samples.get(player.sample).copied().filter(|(at, _)| *at <= to);
            let (until, accesses) = match sample {
                Some(sample) => sample,
                None => (to, accesses_at(strand, player, to)),
            };
            self.advance(number, until.min(strand.nodes), accesses);
            match sample {
                Some(_) => self.players[number].sample += 1,
                None => return,
            }
        }
    }

    fn advance(&mut self, number: usize, to: u64, accesses: u64) {
        let strand = &self.strands[number];
        let player = &mut self.players[number];
        let nodes = to.saturating_sub(player.at);
        let more = accesses.saturating_sub(player.accesses);
        player.at += nodes;
        player.accesses += more;
        let execution = nodes as f64 * self.ns_per_node;
        self.spend(number, SliceKind::Execution, execution, None);
        let share = if strand.accesses == 0 { 0.0 } else { more as f64 / strand.accesses as f64 };
        self.spend(number, SliceKind::Communication, share * strand.communication_ns, None);
    }

    fn spend(&mut self, number: usize, kind: SliceKind, time: f64, other: Option<usize>) {
        if time <= 0.0 {
            return;
        }
        let (player, times) = (&mut self.players[number], &mut self.times[number]);
        let begin = player.clock;
        player.clock += time;
        *match kind {
            SliceKind::Creation => &mut times.creation_ns,
            SliceKind::Execution => &mut times.execution_ns,
            SliceKind::Communication => &mut times.communication_ns,
            SliceKind::Idleness | SliceKind::Queueing => &mut times.idleness_ns,
        } += time;
        // Execution goes on where nothing happened in between.
        if let Some(last) = times.slices.last_mut().filter(|last| last.kind == kind && last.other == other)
            && kind == SliceKind::Execution
        {
            (last.end, last.accesses) = (player.clock, player.accesses);
            return;
        }
        times.slices.push(Slice { kind, begin, end: player.clock, other, accesses: player.accesses });
    }

    fn create(&mut self, number: usize, other: usize) {
        self.spend(number, SliceKind::Creation, self.platform.task.creation_us * 1e3, Some(other));
        if other < self.players.len() {
            self.begin(other, self.players[number].clock);
        }
    }

    fn end(&mut self, number: usize) {
        let player = &mut self.players[number];
        player.done = true;
        self.times[number].end_ns = player.clock;
        let waiting = std::mem::take(&mut player.waiting);
        self.wake(waiting, number, Some(number));
    }
}

fn is_waiting(players: &[Player], (number, times): Waiting) -> bool {
    players[number].blocked.is_some() && players[number].times == times
}

/// Accesses until a node: between samples they are spread evenly.
fn accesses_at(strand: &Strand, player: &Player, node: u64) -> u64 {
    if node >= strand.nodes {
        return strand.accesses;
    }
    let before = player.sample.checked_sub(1).and_then(|last| strand.samples.get(last)).copied().unwrap_or((0, 0));
    let after = strand.samples.get(player.sample).copied().unwrap_or((strand.nodes, strand.accesses));
    let (nodes, accesses) = (after.0.saturating_sub(before.0), after.1.saturating_sub(before.1));
    let share = if nodes == 0 { 0.0 } else { node.saturating_sub(before.0) as f64 / nodes as f64 };
    before.1 + (accesses as f64 * share) as u64
}
