//! Symbolic values of a path: depth expressions and identities.

use paratrace_traceformat::map::NONE;

use super::flow::Flow;
use super::program::{Depth, Micro, Micros, Place, Space, Step};
use crate::accesses::Origin;

/// Where an identity is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// Nowhere.
    Unknown,
    /// In the frame, if this cell's value was known when the path began.
    Cell(u32),
    /// In a register of the recipe.
    Register(u32),
    /// An `int` constant.
    Constant(i32),
    /// The value of another identity plus a constant.
    Added(u32, i32),
    /// Computed from the values of two others (twice the same, if it takes one).
    Computed(u8, u32, u32),
}

/// A value: what it depends on, and which object it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) depth: Deep,
    /// Number of its identity; copies share it.
    pub(crate) identity: u32,
    /// Which operand-stack entry it is.
    pub(crate) origin: Origin,
}

impl Value {
    /// A value that the path made itself.
    pub(crate) fn new(depth: Deep, identity: u32) -> Self {
        Self { depth, identity, origin: Origin::Plain }
    }
}

/// A depth that may not have been loaded yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deep {
    /// What the frame cell held when the path began.
    Cell(u32),
    Known(Depth),
}

/// Depths: emits micro-operations.
#[derive(Debug)]
pub(crate) struct Depths {
    out: Micros,
    pub(crate) flow: Flow,
    loaded: Vec<(u32, Depth)>,
    exception: Option<Depth>,
    /// Per temp: 1 + the greatest `add` of a node since the last flush, and of a join since then.
    noted: Vec<(u32, u32)>,
    touched: Vec<u32>,
    floor: u32,
}

impl Depths {
    pub(crate) fn new() -> Self {
        Self {
            out: Micros { ops: Vec::new(), temps: 1 },
            flow: Flow::default(),
            loaded: Vec::new(),
            exception: None,
            noted: vec![(0, 0)],
            touched: Vec::new(),
            floor: 0,
        }
    }

    fn temp(&mut self) -> u32 {
        self.out.temps += 1;
        self.noted.push((0, 0));
        self.out.temps - 1
    }

    /// The depth of a value, loaded if need be.
    pub(crate) fn read(&mut self, deep: Deep) -> Depth {
        match deep {
            Deep::Known(depth) => depth,
            Deep::Cell(cell) => self.frame(cell),
        }
    }

    /// What a frame cell held when the path began.
    fn frame(&mut self, cell: u32) -> Depth {
        if let Some(&(_, depth)) = self.loaded.iter().find(|(loaded, _)| *loaded == cell) {
            return depth;
        }
        let depth = self.load(Place::Frame(cell));
        self.loaded.push((cell, depth));
        depth
    }

    pub(crate) fn load(&mut self, place: Place) -> Depth {
        if let (Place::Exception, Some(depth)) = (place, self.exception) {
            return depth;
        }
        let temp = self.temp();
        self.out.ops.push(match place {
            Place::Frame(cell) => Micro::LoadFrame { temp, cell },
            Place::Resolved(slot) => Micro::LoadSlot { temp, slot },
            Place::Static(slot) => Micro::LoadStatic { temp, slot },
            Place::Exception => Micro::LoadException { temp },
        });
        let depth = Depth { temp, value: self.flow.load(place), ..Depth::default() };
        if place == Place::Exception {
            self.exception = Some(depth);
        }
        depth
    }

    pub(crate) fn store(&mut self, place: Place, value: Depth) {
        self.flow.store(place, value.value);
        self.out.ops.push(match place {
            Place::Frame(cell) => Micro::StoreFrame { cell, value },
            Place::Resolved(slot) => Micro::StoreSlot { slot, value },
            Place::Static(slot) => Micro::StoreStatic { slot, value },
            Place::Exception => Micro::StoreException { value },
        });
    }

    /// The greatest of some depths.
    fn join(&mut self, depths: &[Depth]) -> Depth {
        let mut all = Depth::default();
        for &depth in depths {
            all = self.join_two(all, depth);
        }
        all
    }

    fn join_two(&mut self, a: Depth, b: Depth) -> Depth {
        let floor = a.floor.max(b.floor);
        if a.temp == b.temp {
            return Depth { temp: a.temp, add: a.add.max(b.add), floor, value: 0 };
        }
        if a.temp == 0 || b.temp == 0 {
            let based = if a.temp == 0 { b } else { a };
            return Depth { floor: if floor <= based.add { 0 } else { floor }, ..based };
        }
        self.noted[a.temp as usize].1 = self.noted[a.temp as usize].1.max(a.add + 1);
        self.noted[b.temp as usize].1 = self.noted[b.temp as usize].1.max(b.add + 1);
        self.touched.extend([a.temp, b.temp]);
        let floor = if floor <= a.add.max(b.add) { 0 } else { floor };
        let temp = self.temp();
        self.out.ops.push(Micro::Join { temp, a: a.temp, add_a: a.add, b: b.temp, add_b: b.add, floor });
        Depth { temp, ..Depth::default() }
    }

    /// A node over some depths: the greatest, plus its cost; it counts for the critical path.
    pub(crate) fn node(&mut self, depths: &[Depth], cost: u32) -> Depth {
        let input = self.join(depths);
        let depth = Depth { value: self.flow.node(depths), ..self.cost(input, cost) };
        self.note(depth);
        depth
    }

    /// An argument that travels by itself. The call's own node counts for the critical path.
    pub(crate) fn argument(&mut self, depth: Depth, cost: u32) -> Depth {
        Depth { value: self.flow.node(&[depth]), ..self.cost(depth, cost) }
    }

    /// A depth further on.
    fn cost(&self, depth: Depth, cost: u32) -> Depth {
        if depth.temp == 0 {
            return Depth { floor: depth.floor + cost, ..depth };
        }
        let add = depth.add + cost;
        let floor = if depth.floor == 0 || depth.floor + cost <= add { 0 } else { depth.floor + cost };
        Depth { temp: depth.temp, add, floor, value: 0 }
    }

    fn note(&mut self, depth: Depth) {
        let noted = &mut self.noted[depth.temp as usize].0;
        *noted = (*noted).max(depth.add + 1);
        self.touched.push(depth.temp);
        self.floor = self.floor.max(depth.floor);
    }

    /// The copy of array elements by a call with these arguments; the result is the call's own input.
    pub(crate) fn copy(&mut self, arguments: &[Depth], cost: u32) -> Depth {
        let value = self.join(arguments);
        let temp = self.temp();
        self.out.ops.push(Micro::Copy { temp, value, cost });
        Depth { temp, value: self.flow.copy(arguments), ..Depth::default() }
    }

    /// Emits the maximum of the nodes since the last flush. A node that a later join dominates is left out.
    pub(crate) fn flush(&mut self) {
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable();
        touched.dedup();
        let mut floor = std::mem::take(&mut self.floor);
        for temp in touched {
            let (node, joined) = std::mem::take(&mut self.noted[temp as usize]);
            if temp != 0 && node > joined {
                let add = node - 1;
                let own = std::mem::take(&mut floor);
                let floor = if own > add { own } else { 0 };
                self.out.ops.push(Micro::Max { value: Depth { temp, add, floor, value: 0 } });
            }
        }
        if floor > 0 {
            self.out.ops.push(Micro::Max { value: Depth { floor, ..Depth::default() } });
        }
    }

    pub(crate) fn exit(&mut self, levels: u32) {
        self.flush();
        self.out.ops.push(Micro::Exit { levels });
    }

    pub(crate) fn finish(mut self) -> Micros {
        self.flush();
        self.out
    }
}

/// Identities of a path's values.
#[derive(Debug, Default)]
pub(crate) struct Identities {
    sources: Vec<[Source; 3]>,
    pub(crate) registers: u32,
}

impl Identities {
    pub(crate) fn unknown(&mut self) -> u32 {
        self.add([Source::Unknown; 3])
    }

    pub(crate) fn of_cell(&mut self, cell: u32) -> u32 {
        self.add([Source::Cell(cell); 3])
    }

    /// An `int` that is computed where it is needed.
    pub(crate) fn int(&mut self, source: Source) -> u32 {
        self.add([Source::Unknown, Source::Unknown, source])
    }

    fn add(&mut self, sources: [Source; 3]) -> u32 {
        self.sources.push(sources);
        self.sources.len() as u32 - 1
    }

    pub(crate) fn register(&mut self) -> u32 {
        self.registers += 1;
        self.registers - 1
    }

    /// The value is recorded: all its copies are known from now on.
    pub(crate) fn record(&mut self, identity: u32, space: Space) -> u32 {
        let register = self.register();
        self.sources[identity as usize][space as usize] = Source::Register(register);
        register
    }

    /// A value is what a register knows.
    pub(crate) fn set(&mut self, identity: u32, space: Space, register: u32) {
        self.sources[identity as usize][space as usize] = Source::Register(register);
    }

    pub(crate) fn source(&self, identity: u32, space: Space) -> Source {
        self.sources[identity as usize][space as usize]
    }

    /// The register that knows a value, filled from the frame if need be.
    pub(crate) fn find(&mut self, identity: u32, space: Space, insn: u32, steps: &mut Vec<Step>) -> Option<u32> {
        match self.source(identity, space) {
            Source::Unknown => None,
            Source::Register(register) => Some(register),
            Source::Cell(cell) => {
                let to = self.record(identity, space);
                let insn = if space == Space::Int { NONE } else { insn };
                steps.push(Step::Known { cell, space, to, insn });
                Some(to)
            }
            Source::Constant(value) => {
                let to = self.record(identity, space);
                steps.push(Step::Constant { value, to });
                Some(to)
            }
            Source::Added(other, by) => {
                let from = self.find(other, space, insn, steps)?;
                let to = self.record(identity, space);
                steps.push(Step::Add { from, by, to });
                Some(to)
            }
            Source::Computed(opcode, a, b) => {
                let a = self.find(a, space, insn, steps)?;
                let b = self.find(b, space, insn, steps)?;
                let to = self.record(identity, space);
                steps.push(Step::Arithmetic { opcode, a, b, to });
                Some(to)
            }
        }
    }
}
