//! A parallel execution of tasks, played with a processor for each: creation of tasks, execution, communication, idleness.
//!
//! A strand executes its nodes and communicates between them, as its samples say. Where it starts another one, it is busy
//! creating it, and the other begins when that is done. Where it awaits one, it is idle until that has ended.

use serde::Serialize;

use crate::platform::Platform;

/// Instructions that run one after the other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Strand {
    /// Its name.
    pub name: String,
    /// It is a task, and no main thread.
    pub worker: bool,
    /// Its own instructions.
    pub nodes: u64,
    /// Its accesses to shared data.
    pub accesses: u64,
    /// How long they take, ns.
    pub communication_ns: f64,
    /// Own instructions before it starts a strand, ascending, and which.
    pub starts: Vec<(u64, usize)>,
    /// The same for those that it awaits.
    pub awaits: Vec<(u64, usize)>,
    /// Own instructions, ascending, and accesses until then.
    pub samples: Vec<(u64, u64)>,
}

/// The activity of a strand for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SliceKind {
    /// It creates a strand.
    Creation,
    /// It executes instructions.
    Execution,
    /// It communicates.
    Communication,
    /// It waits for a strand.
    Idleness,
}

/// A stretch of a strand's time, ns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slice {
    /// The activity of the strand.
    pub kind: SliceKind,
    /// From when.
    pub begin: f64,
    /// Until when.
    pub end: f64,
    /// The strand that it creates or waits for.
    pub other: Option<usize>,
    /// Accesses to shared data until its end.
    pub accesses: u64,
}

/// Times of one strand, ns.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrandTimes {
    /// Its name.
    pub name: String,
    /// It is a task, and no main thread.
    pub worker: bool,
    /// When it begins.
    pub begin_ns: f64,
    /// When it ends.
    pub end_ns: f64,
    /// Creating others.
    pub creation_ns: f64,
    /// Executing.
    pub execution_ns: f64,
    /// Communicating.
    pub communication_ns: f64,
    /// Waiting.
    pub idleness_ns: f64,
    /// Its activities, in order.
    #[serde(skip)]
    pub slices: Vec<Slice>,
}

/// A parallel execution.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Timeline {
    /// When the last strand ends, ns.
    pub makespan_ns: f64,
    /// Strands in the order of the input.
    pub strands: Vec<StrandTimes>,
}

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
    sample: usize,
    /// Accesses done.
    accesses: u64,
    /// The strands that wait for its end.
    waiting: Vec<usize>,
}

/// Plays strands on a platform, on which an instruction takes `ns_per_node`. The first strand, and those that nobody starts,
/// begin at time 0.
///
/// ```
/// use paratrace_cost::{Platform, Strand, timeline};
///
/// let main = Strand { nodes: 10, starts: vec![(5, 1)], awaits: vec![(10, 1)], ..Strand::default() };
/// let task = Strand { worker: true, nodes: 100, accesses: 4, communication_ns: 20.0, ..Strand::default() };
/// let platform = Platform::default();
/// let played = timeline(&[main, task], &platform, 2.0);
/// let created = platform.task.creation_us * 1e3;
/// assert_eq!(played.makespan_ns, 5.0 * 2.0 + created + 100.0 * 2.0 + 20.0);
/// ```
pub fn timeline(strands: &[Strand], platform: &Platform, ns_per_node: f64) -> Timeline {
    let mut stage = Stage::new(strands, platform, ns_per_node);
    stage.run();
    let makespan_ns = stage.times.iter().map(|times| times.end_ns).fold(0.0, f64::max);
    Timeline { makespan_ns, strands: stage.times }
}

struct Stage<'s> {
    strands: &'s [Strand],
    platform: &'s Platform,
    ns_per_node: f64,
    players: Vec<Player>,
    times: Vec<StrandTimes>,
    ready: Vec<usize>,
}

impl<'s> Stage<'s> {
    fn new(strands: &'s [Strand], platform: &'s Platform, ns_per_node: f64) -> Self {
        let mut started = vec![false; strands.len()];
        for &(_, other) in strands.iter().flat_map(|strand| &strand.starts) {
            if let Some(started) = started.get_mut(other) {
                *started = true;
            }
        }
        let ready = (0..strands.len()).rev().filter(|&number| number == 0 || !started[number]).collect();
        let times = |strand: &Strand| StrandTimes {
            name: strand.name.clone(),
            worker: strand.worker,
            ..StrandTimes::default()
        };
        let times = strands.iter().map(times).collect();
        Self { strands, platform, ns_per_node, players: vec![Player::default(); strands.len()], times, ready }
    }

    fn run(&mut self) {
        loop {
            while let Some(number) = self.ready.pop() {
                self.begin(number, 0.0);
                self.play(number, false);
            }
            // Strands that wait for one another, or for one that nobody starts: the first goes on without waiting.
            let stuck = self.players.iter().position(|player| player.begun && !player.done);
            match stuck.or_else(|| self.players.iter().position(|player| !player.begun)) {
                Some(number) => {
                    self.begin(number, 0.0);
                    self.play(number, true);
                }
                None => return,
            }
        }
    }

    fn begin(&mut self, number: usize, time: f64) {
        let player = &mut self.players[number];
        if !player.begun {
            player.begun = true;
            player.clock = time;
            self.times[number].begin_ns = time;
        }
    }

    /// Plays a strand until it ends or has to wait for one whose end is not known; `forced`: it does not wait for the next.
    fn play(&mut self, number: usize, mut forced: bool) {
        let strands = self.strands;
        let strand = &strands[number];
        if self.players[number].done {
            return;
        }
        loop {
            let player = &self.players[number];
            let start = strand.starts.get(player.started).copied();
            let wait = strand.awaits.get(player.awaited).copied();
            match (start, wait) {
                (Some((at, other)), wait) if wait.is_none_or(|(then, _)| at <= then) => {
                    self.execute(number, at);
                    self.create(number, other);
                }
                (_, Some((at, other))) => {
                    self.execute(number, at);
                    if !self.wait(number, other, std::mem::take(&mut forced)) {
                        return;
                    }
                }
                (_, None) => {
                    self.execute(number, strand.nodes);
                    return self.end(number);
                }
            }
        }
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
            SliceKind::Idleness => &mut times.idleness_ns,
        } += time;
        times.slices.push(Slice { kind, begin, end: player.clock, other, accesses: player.accesses });
    }

    fn create(&mut self, number: usize, other: usize) {
        self.players[number].started += 1;
        self.spend(number, SliceKind::Creation, self.platform.task.creation_us * 1e3, Some(other));
        if other < self.players.len() && !self.players[other].begun {
            self.begin(other, self.players[number].clock);
            self.ready.push(other);
        }
    }

    /// Waits for a strand; `false`: its end is not known yet.
    fn wait(&mut self, number: usize, other: usize, forced: bool) -> bool {
        let known = other >= self.players.len() || self.players[other].done || other == number || forced;
        if !known {
            self.players[other].waiting.push(number);
            return false;
        }
        self.players[number].awaited += 1;
        if other < self.players.len() && self.players[other].done {
            let time = self.times[other].end_ns - self.players[number].clock;
            self.spend(number, SliceKind::Idleness, time, Some(other));
        }
        true
    }

    fn end(&mut self, number: usize) {
        let player = &mut self.players[number];
        player.done = true;
        self.times[number].end_ns = player.clock;
        let waiting = std::mem::take(&mut player.waiting);
        self.ready.extend(waiting);
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn platform() -> Platform {
        let mut platform = Platform::default();
        platform.task.creation_us = 0.01;
        platform
    }

    fn strand(nodes: u64, starts: &[(u64, usize)], awaits: &[(u64, usize)]) -> Strand {
        Strand { nodes, starts: starts.to_vec(), awaits: awaits.to_vec(), ..Strand::default() }
    }

    /// 10 ns a creation, 1 ns an instruction: the main strand creates two, works, and waits for both.
    #[test]
    fn creation_execution_idleness() {
        let main = strand(100, &[(10, 1), (10, 2)], &[(50, 1), (50, 2)]);
        let found = timeline(&[main, strand(30, &[], &[]), strand(200, &[], &[])], &platform(), 1.0);
        let times: Vec<(f64, f64)> = found.strands.iter().map(|times| (times.begin_ns, times.end_ns)).collect();
        assert_eq!(times, [(0.0, 280.0), (20.0, 50.0), (30.0, 230.0)]);
        let main = &found.strands[0];
        assert_eq!((main.creation_ns, main.execution_ns, main.idleness_ns), (20.0, 100.0, 160.0));
        assert_eq!(found.makespan_ns, 280.0);
    }

    #[test]
    fn communication_comes_between_samples() {
        let mut busy = strand(100, &[], &[]);
        (busy.accesses, busy.communication_ns, busy.samples) = (4, 40.0, vec![(50, 1), (75, 4)]);
        let found = timeline(&[busy], &platform(), 1.0);
        let slices: Vec<(SliceKind, f64, f64)> =
            found.strands[0].slices.iter().map(|slice| (slice.kind, slice.begin, slice.end)).collect();
        use SliceKind::{Communication, Execution};
        let expected = [
            (Execution, 0.0, 50.0),
            (Communication, 50.0, 60.0),
            (Execution, 60.0, 85.0),
            (Communication, 85.0, 115.0),
            (Execution, 115.0, 140.0),
        ];
        assert_eq!(slices, expected);
    }

    #[test]
    fn nonsense_ends() {
        let circle = [strand(5, &[(1, 1)], &[(2, 1)]), strand(5, &[(0, 0), (9, 7)], &[(1, 0), (3, 9), (4, 1)])];
        let found = timeline(&circle, &platform(), 1.0);
        assert!(found.makespan_ns > 0.0 && found.strands.iter().all(|times| times.end_ns >= times.begin_ns));
        let unstarted = [strand(5, &[], &[(1, 1)]), strand(7, &[(1, 2)], &[]), strand(1, &[(0, 1)], &[])];
        assert_eq!(timeline(&unstarted, &platform(), 1.0).strands.len(), 3);
        assert_eq!(timeline(&[], &platform(), 1.0).makespan_ns, 0.0);
    }
}
