//! Compares the engines with the definition: every open region has its own table of depths written inside it.

use std::collections::HashMap;
use std::sync::Arc;

use paratrace_replay::paths::{Cost, Depth, Exit, Micro, Program};
use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Spread, Writer};

use super::{Engines, Room, Share};
use crate::limits::{FRAME_PIECE, LEVELS_PER_WINDOW, PLAIN_FRAME_PIECES};

const REGIONS: u32 = 5;
const CELLS: u32 = 6;
const SLOTS: u32 = 400;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }

    fn region(&mut self) -> RegionId {
        RegionId::new(self.below(REGIONS))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Frame(u32),
    Slot(u32),
    Exception,
}

/// One open level.
struct Level {
    region: RegionId,
    parent: RegionId,
    depths: HashMap<Place, Cost>,
    max: Cost,
}

impl Level {
    fn new(region: RegionId, parent: RegionId) -> Self {
        Self { region, parent, depths: HashMap::new(), max: Cost::ZERO }
    }
}

/// The model: what the engines must find.
struct Truth {
    open: Vec<Level>,
    /// The critical paths of closed instances, with their levels.
    closed: Vec<Closed>,
    thread: Cost,
}

struct Closed {
    level: usize,
    region: RegionId,
    parent: RegionId,
    critical_path: u64,
}

impl Truth {
    fn new() -> Self {
        let thread = Level::new(RegionId::NONE, RegionId::NONE);
        Self { open: vec![thread], closed: Vec::new(), thread: Cost::ZERO }
    }

    /// Returns the sums of the lower levels, of instances by themselves and as children of others.
    fn sums(&self, levels: u32) -> (Vec<u64>, Vec<u64>) {
        let mut sums = (vec![0; REGIONS as usize], vec![0; REGIONS as usize]);
        for closed in self.closed.iter().filter(|closed| closed.level <= levels as usize) {
            for (sums, region) in [(&mut sums.0, closed.region), (&mut sums.1, closed.parent)] {
                if !region.is_none() {
                    sums[region.index()] += closed.critical_path;
                }
            }
        }
        sums
    }

    fn enter(&mut self, region: RegionId, parent: RegionId) {
        self.open.push(Level::new(region, parent));
    }

    fn exit(&mut self, levels: u32) {
        for _ in 0..levels {
            let number = self.open.len();
            let level = self.open.pop().unwrap();
            let (region, parent, critical_path) = (level.region, level.parent, u64::from(level.max.unit));
            self.closed.push(Closed { level: number, region, parent, critical_path });
            self.thread = level.max;
        }
    }

    fn next(&mut self) {
        let (region, parent) = self.open.last().map(|level| (level.region, level.parent)).unwrap();
        self.exit(1);
        self.enter(region, parent);
    }

    fn spread(&mut self, count: u32, from: Option<Place>, to: u32) {
        for level in &mut self.open {
            let depth = from.and_then(|from| level.depths.get(&from).copied()).unwrap_or_default();
            (to..to + count).for_each(|to| {
                level.depths.insert(Place::Frame(to), depth);
            });
        }
    }

    fn path(&mut self, program: &Program, frame: u32, slots: &[u32], copy: Option<[u32; 4]>) {
        let mut temps = vec![vec![Cost::ZERO; program.micros.temps as usize]; self.open.len()];
        for micro in &program.micros.ops {
            if let Micro::Exit { levels } = *micro {
                self.exit(levels);
                continue;
            }
            for (level, temps) in self.open.iter_mut().zip(&mut temps) {
                level.micro(*micro, temps, frame, slots, copy);
            }
        }
    }
}

impl Level {
    fn read(&self, place: Place) -> Cost {
        if place == Place::Slot(0) { Cost::ZERO } else { self.depths.get(&place).copied().unwrap_or_default() }
    }

    fn micro(&mut self, micro: Micro, temps: &mut [Cost], frame: u32, slots: &[u32], copy: Option<[u32; 4]>) {
        let value = |depth: Depth, temps: &[Cost]| temps[depth.temp as usize].plus(depth.add).max(depth.floor);
        let place = |micro: Micro| match micro {
            Micro::LoadFrame { cell, .. } | Micro::StoreFrame { cell, .. } => Place::Frame(frame + cell),
            Micro::LoadSlot { slot, .. } | Micro::StoreSlot { slot, .. } => Place::Slot(slots[slot as usize]),
            Micro::LoadStatic { slot, .. } | Micro::StoreStatic { slot, .. } => Place::Slot(slot),
            _ => Place::Exception,
        };
        match micro {
            Micro::LoadFrame { temp, .. }
            | Micro::LoadSlot { temp, .. }
            | Micro::LoadStatic { temp, .. }
            | Micro::LoadException { temp } => temps[temp as usize] = self.read(place(micro)),
            Micro::Join { temp, a, add_a, b, add_b, floor } => {
                let (a, b) = (temps[a as usize].plus(add_a), temps[b as usize].plus(add_b));
                temps[temp as usize] = a.max(b).max(floor);
            }
            Micro::StoreFrame { value: depth, .. }
            | Micro::StoreSlot { value: depth, .. }
            | Micro::StoreStatic { value: depth, .. }
            | Micro::StoreException { value: depth } => {
                self.depths.insert(place(micro), value(depth, temps));
            }
            Micro::Max { value: depth } => self.max = self.max.max(value(depth, temps)),
            Micro::Copy { temp, value: depth, cost } => {
                let arguments = value(depth, temps);
                let [backwards, from, to, count] = copy.unwrap();
                let source = |k| if from == 0 { Place::Slot(0) } else { Place::Slot(from + k) };
                let elements: Vec<Cost> = (0..count).map(|k| arguments.max(self.read(source(k)))).collect();
                assert!(backwards != 0 || from == 0 || to < from || to >= from + count);
                for (k, element) in (0..).zip(&elements) {
                    self.depths.insert(Place::Slot(to + k), element.plus(cost));
                }
                temps[temp as usize] = elements.into_iter().fold(arguments, Cost::max);
            }
            Micro::Exit { .. } | Micro::Release => {}
        }
    }
}

/// Makes a random path of loads, joins and stores. `leaves`: levels that it leaves on its way; `copies`: whether it
/// copies elements.
fn random_program(random: &mut Random, leaves: u32, copies: bool) -> Program {
    let (mut ops, mut temps, mut slots) = (Vec::new(), 1, 0);
    let cost = |random: &mut Random| {
        let unit = random.below(4);
        Cost { unit, free: unit - random.below(2).min(unit) }
    };
    let depth = |random: &mut Random, temps| {
        let floor = if random.below(3) == 0 { cost(random) } else { Cost::ZERO };
        Depth { temp: random.below(temps), add: cost(random), floor, value: 0 }
    };
    for at in 0..2 + random.below(10) {
        if at == 1 && leaves > 0 {
            ops.push(Micro::Exit { levels: leaves });
        }
        if at == 1 && copies {
            ops.push(Micro::Copy { temp: temps, value: depth(random, temps), cost: Cost::NODE });
            temps += 1;
        }
        let (temp, cell, value) = (temps, random.below(CELLS), depth(random, temps));
        slots += 1;
        let slot = slots - 1;
        ops.push(match random.below(11) {
            0 | 1 => Micro::LoadFrame { temp, cell },
            2 | 3 => Micro::LoadSlot { temp, slot },
            4 => Micro::LoadStatic { temp, slot: 1 + cell },
            5 => Micro::LoadException { temp },
            6 | 7 => {
                let (a, b) = (depth(random, temps), value);
                Micro::Join { temp, a: a.temp, add_a: a.add, b: b.temp, add_b: b.add, floor: b.floor }
            }
            8 => Micro::StoreFrame { cell, value },
            9 => Micro::StoreSlot { slot, value },
            _ if cell == 0 => Micro::StoreException { value },
            _ => Micro::StoreStatic { slot: cell, value },
        });
        temps += u32::from(matches!(
            ops.last(),
            Some(
                Micro::LoadFrame { .. }
                    | Micro::LoadSlot { .. }
                    | Micro::LoadStatic { .. }
                    | Micro::LoadException { .. }
                    | Micro::Join { .. }
            )
        ));
        ops.push(Micro::Max { value: depth(random, temps) });
    }
    let exits = (leaves > 0).then_some(Exit { levels: leaves, before: 0, tested: false }).into_iter().collect();
    let mut program = Program { slots, exits, ..Program::default() };
    (program.micros.ops, program.micros.temps) = (ops, temps);
    program.reach = program.micros.bound().max(CELLS);
    program
}

/// Makes a random stream through nests of up to `deepest` levels, of which all are measured.
fn check(seed: u64, deepest: u32) {
    check_in(seed, deepest, Room { max_windows: 8, frame_bytes: u64::MAX });
}

fn check_in(seed: u64, deepest: u32, room: Room) {
    let mut random = Random(seed);
    let (mut writer, mut truth) = (Writer::new(), Truth::new());
    let mut programs = 0;
    // Per open level, the frame that it was entered from, and whether `NEXT` may come.
    let mut frames = vec![(0, false)];
    let share = |first, step| Share { first, step, room, renumber_at: deepest + 3 + seed as u32 % 50 };
    let mut engines = [Engines::new(share(0, 1)), Engines::without_regions(share(0, 1))];
    let mut workers = [Engines::new(share(0, 2)), Engines::new(share(1, 2))];
    for _ in 0..deepest * 12 {
        let &(frame, looped) = frames.last().unwrap();
        let (region, parent) = (random.region(), random.region());
        match random.below(20) {
            0..=4 if frames.len() < deepest as usize => {
                writer.enter(region, parent, frame + CELLS);
                truth.enter(region, parent);
                frames.push((frame + CELLS, false));
                // Code reads of its frame what it has written. What earlier frames left there may be gone from high stacks.
                if frame + CELLS >= (PLAIN_FRAME_PIECES - 1) * FRAME_PIECE {
                    writer.spread(CELLS, Spread::Zero, frame + CELLS);
                    truth.spread(CELLS, None, frame + CELLS);
                }
            }
            5 | 6 if frames.len() + 2 < deepest as usize => {
                writer.open_loop(region, RegionId::NONE, frame, true);
                truth.enter(region, RegionId::NONE);
                truth.enter(RegionId::NONE, region);
                frames.extend([(frame, false), (frame, true)]);
            }
            7 | 8 if looped => {
                writer.next_iteration();
                truth.next();
            }
            9 if frames.len() > 1 => {
                let levels = 1 + random.below(frames.len() as u32 - 1).min(random.below(30));
                writer.exit(levels);
                truth.exit(levels);
                frames.truncate(frames.len() - levels as usize);
            }
            10 => {
                let (from, to) = (frame + random.below(CELLS), frame + random.below(CELLS));
                writer.spread(3, Spread::Frame(from), to);
                truth.spread(3, Some(Place::Frame(from)), to);
            }
            kind => {
                let leaves = if kind == 11 { random.below(3).min(frames.len() as u32 - 1) } else { 0 };
                let program = random_program(&mut random, leaves, kind == 12);
                let slots: Vec<u32> = (0..program.slots)
                    .map(|_| if random.below(9) == 0 { 0 } else { 1 + random.below(SLOTS) })
                    .collect();
                let count = 1 + random.below(SLOTS / 2);
                let target = SLOTS / 2 + random.below(SLOTS / 2);
                let from = if random.below(4) == 0 { 0 } else { 1 + random.below(target.min(SLOTS / 2)) };
                let copy = [u32::from(from != 0 && from < target), from, target, count];
                let at = writer.begin_path(frame);
                slots.iter().for_each(|&slot| writer.push(slot));
                if kind == 12 {
                    [copy[0], 1, from, target, count].into_iter().for_each(|word| writer.push(word));
                }
                writer.end_path(at, programs, leaves);
                programs += 1;
                truth.path(&program, frame, &slots, (kind == 12).then_some(copy));
                writer.chunk.programs.push(Arc::new(program));
                frames.truncate(frames.len() - leaves as usize);
            }
        }
        if random.below(40) == 0 {
            let chunk = writer.take();
            engines.iter_mut().chain(&mut workers).for_each(|engines| engines.take(&chunk));
        }
    }
    writer.exit(writer.level());
    truth.exit(truth.open.len() as u32);
    let chunk = writer.take();
    let measured = room.windows(chunk.highest) * LEVELS_PER_WINDOW;
    engines.iter_mut().chain(&mut workers).for_each(|engines| engines.take(&chunk));
    let [all, thread] = engines.map(Engines::finish);
    let [mut joined, other] = workers.map(Engines::finish);
    joined.add(&other);
    for (found, what) in [(&all, "one worker"), (&joined, "two workers")] {
        let sums = || (0..REGIONS).map(|region| found.regions.get(RegionId::new(region)));
        let own: Vec<u64> = sums().map(|sum| sum.own).collect();
        let children: Vec<u64> = sums().map(|sum| sum.children).collect();
        assert_eq!((own, children), truth.sums(measured), "seed {seed}, {what}");
    }
    for found in [all, joined, thread] {
        assert_eq!(found.critical_path, Some(truth.thread.unit), "seed {seed}");
        assert_eq!(found.free_induction, Some(truth.thread.free), "seed {seed}");
    }
}

#[test]
fn shallow_nests() {
    (0..300).for_each(|seed| check(seed, 4 + seed as u32 % 12));
}

#[test]
fn nests_of_every_width() {
    (0..120).for_each(|seed| check(seed, 10 + seed as u32 % (LEVELS_PER_WINDOW + 8)));
}

#[test]
fn deep_stacks_have_fewer_windows() {
    // Room for one window to four on the highest stacks.
    for seed in 0..40 {
        let frame_bytes = (1 + seed % 4) * 256 * u64::from(CELLS * 3 * LEVELS_PER_WINDOW / 4);
        check_in(seed, 3 * LEVELS_PER_WINDOW + seed as u32, Room { max_windows: 8, frame_bytes });
    }
}

#[test]
fn nests_of_several_windows() {
    (0..30).for_each(|seed| check(seed, 3 * LEVELS_PER_WINDOW + seed as u32));
}
