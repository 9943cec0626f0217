//! Symbolic depths of a path, emitted as micro-operations.

use super::flow::Flow;
use super::program::{Cost, Depth, Micro, Micros, Place};
use super::values::Deep;

/// The greatest costs of values computed from one temp.
#[derive(Debug, Clone, Copy, Default)]
struct Noted {
    node: Option<Cost>,
    joined: Option<Cost>,
}

fn raise(noted: &mut Option<Cost>, add: Cost) {
    *noted = Some(noted.map_or(add, |known| known.max(add)));
}

/// Emitter of micro-operations over depths.
#[derive(Debug)]
pub(super) struct Depths {
    out: Micros,
    pub flow: Flow,
    loaded: Vec<(u32, Depth)>,
    exception: Option<Depth>,
    /// Per temp, the greatest `add` of nodes and of joins since the last flush.
    noted: Vec<Noted>,
    touched: Vec<u32>,
    floor: Cost,
}

impl Depths {
    pub(super) fn new() -> Self {
        Self {
            out: Micros { ops: Vec::new(), temps: 1 },
            flow: Flow::default(),
            loaded: Vec::new(),
            exception: None,
            noted: vec![Noted::default()],
            touched: Vec::new(),
            floor: Cost::ZERO,
        }
    }

    fn temp(&mut self) -> u32 {
        self.out.temps += 1;
        self.noted.push(Noted::default());
        self.out.temps - 1
    }

    /// Returns the depth of a value, and loads it if need be.
    pub(super) fn read(&mut self, deep: Deep) -> Depth {
        match deep {
            Deep::Known(depth) => depth,
            Deep::Cell(cell) => self.frame(cell),
        }
    }

    /// Returns the depth that a frame cell held when the path began.
    fn frame(&mut self, cell: u32) -> Depth {
        if let Some(&(_, depth)) = self.loaded.iter().find(|(loaded, _)| *loaded == cell) {
            return depth;
        }
        let depth = self.load(Place::Frame(cell));
        self.loaded.push((cell, depth));
        depth
    }

    pub(super) fn load(&mut self, place: Place) -> Depth {
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

    pub(super) fn store(&mut self, place: Place, value: Depth) {
        self.flow.store(place, value.value);
        self.out.ops.push(match place {
            Place::Frame(cell) => Micro::StoreFrame { cell, value },
            Place::Resolved(slot) => Micro::StoreSlot { slot, value },
            Place::Static(slot) => Micro::StoreStatic { slot, value },
            Place::Exception => Micro::StoreException { value },
        });
    }

    /// Returns the greatest of some depths.
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
            return Depth { floor: above(floor, based.add), ..based };
        }
        raise(&mut self.noted[a.temp as usize].joined, a.add);
        raise(&mut self.noted[b.temp as usize].joined, b.add);
        self.touched.extend([a.temp, b.temp]);
        let floor = above(floor, a.add.max(b.add));
        let temp = self.temp();
        self.out.ops.push(Micro::Join { temp, a: a.temp, add_a: a.add, b: b.temp, add_b: b.add, floor });
        Depth { temp, ..Depth::default() }
    }

    /// Adds a node over some depths: the greatest, plus its cost. It counts for the critical path.
    pub(super) fn node(&mut self, depths: &[Depth], cost: Cost) -> Depth {
        let input = self.join(depths);
        let depth = Depth { value: self.flow.node(depths), ..self.cost(input, cost) };
        self.note(depth);
        depth
    }

    /// Returns the depth of an argument, which travels by itself. The call's own node counts for the critical path.
    pub(super) fn argument(&mut self, depth: Depth, cost: Cost) -> Depth {
        Depth { value: self.flow.node(&[depth]), ..self.cost(depth, cost) }
    }

    /// Returns a depth plus a cost.
    fn cost(&self, depth: Depth, cost: Cost) -> Depth {
        if depth.temp == 0 {
            return Depth { floor: depth.floor.plus(cost), ..depth };
        }
        let add = depth.add.plus(cost);
        let floor = if depth.floor == Cost::ZERO { Cost::ZERO } else { above(depth.floor.plus(cost), add) };
        Depth { temp: depth.temp, add, floor, value: 0 }
    }

    fn note(&mut self, depth: Depth) {
        raise(&mut self.noted[depth.temp as usize].node, depth.add);
        self.touched.push(depth.temp);
        self.floor = self.floor.max(depth.floor);
    }

    /// Adds the copy of array elements by a call with these arguments. The result is an input of the call's own node.
    pub(super) fn copy(&mut self, arguments: &[Depth], cost: Cost) -> Depth {
        let value = self.join(arguments);
        let temp = self.temp();
        self.out.ops.push(Micro::Copy { temp, value, cost });
        Depth { temp, value: self.flow.copy(arguments), ..Depth::default() }
    }

    /// Emits the maximum of the nodes since the last flush. Nodes that a later join dominates are left out.
    pub(super) fn flush(&mut self) {
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable();
        touched.dedup();
        let mut floor = std::mem::take(&mut self.floor);
        for temp in touched {
            let Noted { node, joined } = std::mem::take(&mut self.noted[temp as usize]);
            let Some(add) = node.filter(|_| temp != 0) else { continue };
            if !joined.is_some_and(|joined| add.within(joined)) {
                let floor = above(std::mem::take(&mut floor), add);
                self.out.ops.push(Micro::Max { value: Depth { temp, add, floor, value: 0 } });
            }
        }
        if floor != Cost::ZERO {
            self.out.ops.push(Micro::Max { value: Depth { floor, ..Depth::default() } });
        }
    }

    pub(super) fn exit(&mut self, levels: u32) {
        self.flush();
        self.out.ops.push(Micro::Exit { levels });
    }

    /// The script releases something: what others acquire by it is what was done up to here.
    pub(super) fn release(&mut self) {
        self.flush();
        self.out.ops.push(Micro::Release);
        self.flow.release();
    }

    pub(super) fn finish(mut self) -> Micros {
        self.flush();
        self.out
    }
}

/// Returns a floor, or zero if the addend reaches it anyway.
fn above(floor: Cost, add: Cost) -> Cost {
    if floor.within(add) { Cost::ZERO } else { floor }
}
