//! A machine with a number of cores that executes strands: a simulation of discrete events.
//!
//! Strands that can go on get cores in the order in which they could, for a slice of time. A monitor has one strand at a time: who comes
//! first on a core when it is free gets it. Pools begin their tasks in the recorded order, as their workers become free.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

use paratrace_traceformat::map::InstructionId;

use super::cores::Cores;
use super::movement::SharedMemory;
use super::observer::{By, Observer};
use super::program::{Do, Program};
use super::steps::{Scheduled, Why};

/// What a strand that does not run waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blocked {
    Mark(u32, Why, InstructionId),
    Monitor(u32, InstructionId),
}

/// How a simulation ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// All strands have ended at this time.
    Done(u64),
    /// Strands wait for one another: who has, or wants, these monitors among them.
    Stuck(BTreeSet<u32>),
}

#[derive(Debug, Default)]
struct Monitor {
    holder: Option<u32>,
    waiting: VecDeque<u32>,
    /// How often it was entered, if the recorded order counts.
    turns: u32,
    is_ordered: bool,
}

#[derive(Debug, Default)]
struct Pool {
    free: u32,
    waiting: VecDeque<u32>,
    /// Workers more than the pool has, until tasks end.
    lent: u32,
}

#[derive(Debug, Clone, Default)]
struct State {
    next: usize,
    /// What is left of the work of the running step.
    left: u64,
    since: u64,
    blocked: Option<Blocked>,
    /// It was first in the queue of a monitor.
    was_first: bool,
}

/// The machine.
pub(super) struct Machine<'p> {
    program: &'p Program,
    states: Vec<State>,
    monitors: Vec<Monitor>,
    pools: Vec<Pool>,
    /// Whether each mark was reached, and who waits for it.
    reached: Vec<bool>,
    waiting: Vec<Vec<u32>>,
    ready: VecDeque<u32>,
    /// Strands that need no core.
    apart: Vec<u32>,
    /// Strands that run: the end of their slice, and its length.
    running: BinaryHeap<Reverse<(u64, u64, u32, u64)>>,
    cores: usize,
    slice: u64,
    time: u64,
    events: u64,
    left: usize,
    /// Pools get a worker more where all strands would wait for ever otherwise.
    lends: bool,
    /// What moving data costs, if it costs anything.
    memory: Option<SharedMemory<'p>>,
    places: Cores,
}

impl<'p> Machine<'p> {
    /// `cores`: nothing if there are as many as strands. Strands enter the monitors of `ordered` in the recorded order.
    pub(super) fn new(program: &'p Program, cores: Option<u32>, slice: u64, ordered: &BTreeSet<u32>) -> Self {
        let monitor = |number| Monitor { is_ordered: ordered.contains(&number), ..Monitor::default() };
        let mut machine = Self {
            program,
            states: vec![State::default(); program.lines.len()],
            monitors: (0..program.monitors as u32).map(monitor).collect(),
            pools: program.pools.iter().map(|&free| Pool { free, ..Pool::default() }).collect(),
            reached: vec![false; program.marks.len()],
            waiting: vec![Vec::new(); program.marks.len()],
            ready: VecDeque::new(),
            apart: Vec::new(),
            running: BinaryHeap::new(),
            cores: cores.map_or(usize::MAX, |cores| cores as usize),
            slice: slice.max(1),
            time: 0,
            events: 0,
            left: program.lines.len(),
            lends: false,
            memory: None,
            places: Cores::new(program.lines.len()),
        };
        for (number, line) in (0..).zip(&program.lines) {
            match line.scheduled {
                Scheduled::ByPool(pool) => machine.pools[pool as usize].waiting.push_back(number),
                Scheduled::Freely | Scheduled::Forked(_) => machine.ready.push_back(number),
                Scheduled::Apart => machine.apart.push(number),
            }
        }
        for pool in 0..machine.pools.len() {
            let turn = |task: &u32| program.lines[*task as usize].turn;
            machine.pools[pool].waiting.make_contiguous().sort_by_key(turn);
            machine.feed(pool);
        }
        machine
    }

    /// The same machine, whose pools get a worker more where all strands would wait for ever otherwise: a task that has begun too early
    /// waits for one that its pool begins later.
    pub(super) fn lending(self) -> Self {
        Self { lends: true, ..self }
    }

    /// The same machine, on which moving data between cores takes time.
    pub(super) fn moving(self, memory: SharedMemory<'p>) -> Self {
        Self { memory: Some(memory), ..self }
    }

    /// Executes everything.
    pub(super) fn run(mut self, observer: &mut impl Observer) -> Outcome {
        loop {
            self.dispatch(observer);
            let Some(Reverse((time, _, strand, length))) = self.running.pop() else {
                if self.lend() {
                    continue;
                }
                break;
            };
            observer.passes(self.time, time);
            self.time = time;
            self.states[strand as usize].left -= length;
            if self.states[strand as usize].left > 0 && !self.ready.is_empty() {
                self.stops(strand, observer);
                self.make_ready(strand);
            } else {
                self.go_on(strand, observer);
            }
        }
        if self.left == 0 { Outcome::Done(self.time) } else { Outcome::Stuck(self.stuck()) }
    }

    /// Gives free cores to strands that are ready.
    fn dispatch(&mut self, observer: &mut impl Observer) {
        loop {
            while let Some(strand) = self.apart.pop() {
                self.go_on(strand, observer);
            }
            if self.running.len() >= self.cores {
                return;
            }
            let Some(strand) = self.ready.pop_front() else { return };
            if let Scheduled::Forked(pool) = self.program.lines[strand as usize].scheduled {
                let pool = &mut self.pools[pool as usize];
                if pool.free == 0 {
                    pool.waiting.push_back(strand);
                    continue;
                }
                pool.free -= 1;
            }
            let by = self.by(strand);
            observer.readied(by, self.states[strand as usize].since, self.time);
            let core = self.places.take(strand);
            observer.starts(by, core, self.time);
            self.go_on(strand, observer);
        }
    }

    fn by(&self, strand: u32) -> By {
        By { actor: self.program.lines[strand as usize].actor, strand }
    }

    fn make_ready(&mut self, strand: u32) {
        self.states[strand as usize].since = self.time;
        self.ready.push_back(strand);
    }

    /// A strand that has a core goes on to its next work, or until it waits.
    fn go_on(&mut self, strand: u32, observer: &mut impl Observer) {
        let line = &self.program.lines[strand as usize];
        loop {
            let state = &mut self.states[strand as usize];
            if state.left > 0 {
                let length = state.left.min(self.slice);
                self.events += 1;
                self.running.push(Reverse((self.time + length, self.events, strand, length)));
                return;
            }
            let Some(&step) = line.steps.get(state.next) else {
                self.left -= 1;
                self.stops(strand, observer);
                observer.ended(strand, self.time);
                if let Scheduled::ByPool(pool) = line.scheduled {
                    self.free_worker(pool as usize);
                }
                return;
            };
            let blocked = match step {
                Do::Work(work) => {
                    state.left = work;
                    None
                }
                Do::Move(number) => {
                    self.states[strand as usize].left = self.moved(strand, number, observer);
                    None
                }
                Do::Reach { mark } => {
                    self.reach(mark, observer);
                    None
                }
                Do::Leave { monitor } => {
                    observer.left(strand, monitor, self.time);
                    self.leave(monitor, observer);
                    None
                }
                Do::Opens(activation) => {
                    observer.opens(activation, self.time);
                    None
                }
                Do::Closes(activation) => {
                    observer.closes(strand, activation, self.time);
                    None
                }
                Do::Begin { instance } => {
                    observer.begins(instance, self.time);
                    None
                }
                Do::End { instance } => {
                    observer.ends(instance, self.time);
                    None
                }
                Do::Wait { mark, why, at } => (!self.reached[mark as usize]).then(|| {
                    self.waiting[mark as usize].push(strand);
                    Blocked::Mark(mark, why, at)
                }),
                Do::Enter { monitor, turn, at } => {
                    let has = self.enter(strand, monitor, turn);
                    if has {
                        observer.entered(strand, monitor, at, self.time);
                    }
                    (!has).then_some(Blocked::Monitor(monitor, at))
                }
            };
            let state = &mut self.states[strand as usize];
            if let Some(blocked) = blocked {
                (state.blocked, state.since) = (Some(blocked), self.time);
                self.stops(strand, observer);
                return;
            }
            state.next += 1;
        }
    }

    /// A strand gives its core back, and the place of a worker.
    fn stops(&mut self, strand: u32, observer: &mut impl Observer) {
        let line = &self.program.lines[strand as usize];
        if let Scheduled::Forked(pool) = line.scheduled {
            let pool = &mut self.pools[pool as usize];
            pool.free += 1;
            if let Some(next) = pool.waiting.pop_front() {
                self.ready.push_front(next);
            }
        }
        if line.scheduled != Scheduled::Apart {
            observer.stops(self.by(strand), self.time);
            self.places.give_back(strand);
        }
    }

    /// A strand gets a line of memory. Returns how long that takes.
    fn moved(&mut self, strand: u32, number: u32, observer: &mut impl Observer) -> u64 {
        let Some((memory, core)) = self.memory.as_mut().zip(self.places.of(strand)) else { return 0 };
        let moved = memory.access(core, number, self.time);
        if moved.lines > 0 {
            let actor = self.program.lines[strand as usize].actor;
            observer.moved(By { actor, strand }, memory.of(number), moved, self.time);
        }
        moved.time
    }

    /// Tells how long a strand has waited, which waits no longer.
    fn unblock(&mut self, strand: u32, observer: &mut impl Observer) {
        let by = self.by(strand);
        let state = &mut self.states[strand as usize];
        let line = &self.program.lines[strand as usize];
        if let Some(blocked) = state.blocked.take()
            && line.scheduled != Scheduled::Apart
        {
            observer.waited(by, blocked, state.since, self.time);
        }
    }

    fn reach(&mut self, mark: u32, observer: &mut impl Observer) {
        self.reached[mark as usize] = true;
        observer.reached(mark, self.time);
        for strand in std::mem::take(&mut self.waiting[mark as usize]) {
            self.unblock(strand, observer);
            if self.program.lines[strand as usize].scheduled == Scheduled::Apart {
                self.apart.push(strand);
            } else {
                self.make_ready(strand);
            }
        }
    }

    /// Begins a task for which its pool has no worker. Returns whether there is one.
    fn lend(&mut self) -> bool {
        let lines = &self.program.lines;
        // A forked task that waits gives its worker up, so that pools of them never lack one here.
        let is_queued = |&task: &u32| matches!(lines[task as usize].scheduled, Scheduled::ByPool(_));
        let lacking = self.pools.iter().position(|pool| pool.waiting.front().is_some_and(is_queued));
        let Some(pool) = lacking.filter(|_| self.lends) else { return false };
        self.pools[pool].lent += 1;
        self.pools[pool].free += 1;
        self.feed(pool);
        true
    }

    /// A task of a pool has ended.
    fn free_worker(&mut self, pool: usize) {
        match self.pools[pool].lent.checked_sub(1) {
            Some(lent) => self.pools[pool].lent = lent,
            None => {
                self.pools[pool].free += 1;
                self.feed(pool);
            }
        }
    }

    fn feed(&mut self, pool: usize) {
        while self.pools[pool].free > 0
            && let Some(task) = self.pools[pool].waiting.pop_front()
        {
            self.pools[pool].free -= 1;
            self.make_ready(task);
        }
    }

    fn enter(&mut self, strand: u32, number: u32, turn: u32) -> bool {
        let monitor = &mut self.monitors[number as usize];
        let may = monitor.holder.is_none() && (!monitor.is_ordered || monitor.turns == turn);
        let was_first = std::mem::take(&mut self.states[strand as usize].was_first);
        match may {
            true => {
                monitor.holder = Some(strand);
                monitor.turns += 1;
            }
            // Another strand was faster.
            false if was_first => monitor.waiting.push_front(strand),
            false => monitor.waiting.push_back(strand),
        }
        may
    }

    fn leave(&mut self, number: u32, observer: &mut impl Observer) {
        let monitor = &mut self.monitors[number as usize];
        monitor.holder = None;
        let next = match monitor.is_ordered {
            false => monitor.waiting.pop_front(),
            true => {
                let turn = |strand: u32| {
                    let state = &self.states[strand as usize];
                    match self.program.lines[strand as usize].steps.get(state.next) {
                        Some(&Do::Enter { turn, .. }) => turn,
                        _ => u32::MAX,
                    }
                };
                let at = monitor.waiting.iter().position(|&strand| turn(strand) == monitor.turns);
                at.and_then(|at| monitor.waiting.remove(at))
            }
        };
        if let Some(strand) = next {
            self.states[strand as usize].was_first = true;
            self.unblock(strand, observer);
            self.make_ready(strand);
        }
    }

    fn stuck(&self) -> BTreeSet<u32> {
        let wanted = self.states.iter().filter_map(|state| match state.blocked {
            Some(Blocked::Monitor(monitor, _)) => Some(monitor),
            _ => None,
        });
        let held = (0..).zip(&self.monitors).filter(|(_, monitor)| monitor.holder.is_some());
        wanted.chain(held.map(|(number, _)| number)).collect()
    }
}
