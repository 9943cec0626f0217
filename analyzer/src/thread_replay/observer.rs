//! What is seen of a simulation: who waits for what, and who runs beside whom.

use std::collections::BTreeMap;

use paratrace_traceformat::map::InstructionId;

use super::machine::Blocked;
use super::movement::{Move, Moved};
use super::program::Program;
use super::steps::Why;

/// A strand, and whose it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct By {
    pub(super) actor: u32,
    pub(super) strand: u32,
}

/// What a machine tells.
pub(super) trait Observer {
    /// Time passes.
    fn passes(&mut self, _from: u64, _to: u64) {}
    /// A strand gets a core, or gives it back.
    fn starts(&mut self, _by: By, _core: u32, _at: u64) {}
    fn stops(&mut self, _by: By, _at: u64) {}
    /// A strand of an actor got a core that it waited for since a time.
    fn readied(&mut self, _by: By, _since: u64, _at: u64) {}
    /// One has waited since a time.
    fn waited(&mut self, _by: By, _blocked: Blocked, _since: u64, _at: u64) {}
    /// One moves data to where it runs.
    fn moved(&mut self, _by: By, _to: &Move, _moved: Moved, _at: u64) {}
    /// A strand reaches a mark, or enters or leaves a monitor.
    fn reached(&mut self, _mark: u32, _at: u64) {}
    fn entered(&mut self, _strand: u32, _monitor: u32, _insn: InstructionId, _at: u64) {}
    fn left(&mut self, _strand: u32, _monitor: u32, _at: u64) {}
    /// An activation that a timeline shows begins, or ends.
    fn opens(&mut self, _activation: u32, _at: u64) {}
    fn closes(&mut self, _strand: u32, _activation: u32, _at: u64) {}
    /// A strand has ended.
    fn ended(&mut self, _strand: u32, _at: u64) {}
    /// An instance begins or ends.
    fn begins(&mut self, _instance: u32, _at: u64) {}
    fn ends(&mut self, _instance: u32, _at: u64) {}
}

/// When the instances began, and when they and the strands ended.
#[derive(Debug, Clone, Default)]
pub(super) struct Times {
    pub(super) begins: Vec<u64>,
    pub(super) ends: Vec<u64>,
    pub(super) strands: Vec<u64>,
}

impl Times {
    pub(super) fn new(instances: usize, strands: usize) -> Self {
        Self { begins: vec![0; instances], ends: vec![0; instances], strands: vec![0; strands] }
    }
}

impl Observer for Times {
    fn ended(&mut self, strand: u32, at: u64) {
        self.strands[strand as usize] = at;
    }

    fn begins(&mut self, instance: u32, at: u64) {
        self.begins[instance as usize] = at;
    }

    fn ends(&mut self, instance: u32, at: u64) {
        self.ends[instance as usize] = at;
    }
}

/// Number of actors whose overlaps are looked at: those that work most.
const LOOKED_AT: usize = 64;

/// Waiting of one kind, at one instruction, for what another one did.
pub(super) type Place = (Why, InstructionId, InstructionId);

/// All that is told of a run.
pub(super) struct Tally<'p> {
    program: &'p Program,
    /// Of each actor the position among those that are looked at.
    positions: Vec<Option<u8>>,
    running: Vec<u32>,
    /// The positions of those that run.
    now: u64,
    beside: [u64; LOOKED_AT],
    active: u32,
    /// Time in which at most one strand ran.
    pub(super) alone: u64,
    pub(super) waited: Vec<u64>,
    pub(super) ready: Vec<u64>,
    pub(super) places: BTreeMap<Place, (u64, u64)>,
    /// Data that move to an instruction, from where they were written last.
    pub(super) moves: BTreeMap<(InstructionId, InstructionId), Moved>,
    pub(super) times: Times,
}

impl<'p> Tally<'p> {
    /// `ranked` are the actors, those that work most first.
    pub(super) fn new(program: &'p Program, ranked: &[u32]) -> Self {
        let times = Times::new(program.instances, program.lines.len());
        let mut positions = vec![None; program.actors];
        for (position, &actor) in (0..).zip(ranked.iter().take(LOOKED_AT)) {
            positions[actor as usize] = Some(position);
        }
        let none = || vec![0; program.actors];
        Self {
            program,
            positions,
            running: vec![0; program.actors],
            now: 0,
            beside: [0; LOOKED_AT],
            active: 0,
            alone: 0,
            waited: none(),
            ready: none(),
            places: BTreeMap::new(),
            moves: BTreeMap::new(),
            times,
        }
    }

    /// Returns whether two actors ran at the same time; nothing if they were not looked at.
    pub(super) fn overlap(&self, one: u32, other: u32) -> Option<bool> {
        let (one, other) = (self.positions[one as usize]?, self.positions[other as usize]?);
        Some(self.beside[one as usize] & 1 << other != 0)
    }

    fn set(&mut self, actor: u32) {
        if let Some(position) = self.positions[actor as usize] {
            match self.running[actor as usize] {
                0 => self.now &= !(1 << position),
                _ => self.now |= 1 << position,
            }
        }
    }
}

impl Observer for Tally<'_> {
    fn passes(&mut self, from: u64, to: u64) {
        if to == from {
            return;
        }
        if self.active <= 1 {
            self.alone += to - from;
        }
        let mut left = self.now;
        while left != 0 {
            let position = left.trailing_zeros();
            left &= left - 1;
            self.beside[position as usize] |= self.now;
        }
    }

    fn starts(&mut self, By { actor, .. }: By, _: u32, _: u64) {
        self.active += 1;
        self.running[actor as usize] += 1;
        self.set(actor);
    }

    fn stops(&mut self, By { actor, .. }: By, _: u64) {
        self.active = self.active.saturating_sub(1);
        let running = &mut self.running[actor as usize];
        *running = running.saturating_sub(1);
        self.set(actor);
    }

    fn readied(&mut self, by: By, since: u64, at: u64) {
        self.ready[by.actor as usize] += at - since;
    }

    fn waited(&mut self, By { actor, .. }: By, blocked: Blocked, since: u64, at: u64) {
        let time = at - since;
        // Who has not begun does not wait.
        if time == 0 || matches!(blocked, Blocked::Mark(_, Why::Start, _)) {
            return;
        }
        self.waited[actor as usize] += time;
        let place = match blocked {
            Blocked::Mark(mark, why, at) => (why, at, self.program.marks[mark as usize].at),
            Blocked::Monitor(_, at) => (Why::Lock, at, InstructionId::NONE),
        };
        let (count, sum) = self.places.entry(place).or_insert((0, 0));
        (*count, *sum) = (*count + 1, *sum + time);
    }

    fn moved(&mut self, _: By, to: &Move, moved: Moved, _: u64) {
        self.moves.entry((to.at, to.from)).or_default().add(moved);
    }

    fn ended(&mut self, strand: u32, at: u64) {
        self.times.ended(strand, at);
    }

    fn begins(&mut self, instance: u32, at: u64) {
        self.times.begins(instance, at);
    }

    fn ends(&mut self, instance: u32, at: u64) {
        self.times.ends(instance, at);
    }
}
