//! Which abstract objects each reference may refer to: inclusion constraints (Andersen), solved by a work list.
//!
//! Everything that is not created within a task is outside: what the fields of outside objects hold is one set a field,
//! whatever the object, and begins with what the program put there before. An object that is stored there escapes: others may
//! read it there, and may have put something into its fields.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::objects::{FieldId, Object};
use super::types::{TypeId, Types, element_of, is_subtype};
use crate::limits;
use crate::world::World;

/// A set of objects: what a reference, a field or the elements of an array may be.
pub(super) type Node = u32;

/// Number of an object.
type ObjectNumber = u32;

/// What is read or written of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    Field(FieldId),
    Elements,
}

#[derive(Debug, Default)]
struct Cell {
    set: FxHashSet<ObjectNumber>,
    copies: Vec<Node>,
    filters: Vec<(TypeId, Node)>,
    loads: Vec<(Slot, Node)>,
    stores: Vec<(Slot, Node)>,
    /// Calls of which this is the receiver, by their numbers.
    calls: Vec<u32>,
    /// What is in here can be seen from outside.
    outside: bool,
}

/// An object that escapes.
#[derive(Debug, Default)]
struct Inside {
    escaped: bool,
    slots: FxHashMap<Slot, Node>,
    loads: Vec<(Slot, Node)>,
}

/// What the solver cannot decide itself.
#[derive(Debug, Clone, Copy)]
pub(super) enum News {
    /// A call has a new receiver.
    Receiver(u32, Object),
    /// The library may call methods of this object.
    ToLibrary(Object),
}

/// The constraints and what follows from them.
pub(super) struct Solver<'w> {
    world: &'w World,
    pub(super) types: Types,
    subtypes: FxHashMap<(TypeId, TypeId), Option<bool>>,
    objects: IndexSet<Object, FxBuildHasher>,
    inside: FxHashMap<ObjectNumber, Inside>,
    cells: Vec<Cell>,
    outside: FxHashMap<Slot, Node>,
    edges: FxHashSet<(Node, Node)>,
    filter_edges: FxHashSet<(Node, TypeId, Node)>,
    work: Vec<(Node, ObjectNumber)>,
    flows: u64,
    /// What the library has been given.
    pub(super) library: Node,
}

impl<'w> Solver<'w> {
    pub(super) fn new(world: &'w World) -> Solver<'w> {
        let mut solver = Solver {
            world,
            types: Types::default(),
            subtypes: FxHashMap::default(),
            objects: IndexSet::default(),
            inside: FxHashMap::default(),
            cells: Vec::new(),
            outside: FxHashMap::default(),
            edges: FxHashSet::default(),
            filter_edges: FxHashSet::default(),
            work: Vec::new(),
            flows: 0,
            library: 0,
        };
        solver.library = solver.node();
        solver.cells[solver.library as usize].outside = true;
        solver
    }

    /// A new empty set.
    pub(super) fn node(&mut self) -> Node {
        self.cells.push(Cell::default());
        u32::try_from(self.cells.len() - 1).unwrap_or(u32::MAX)
    }

    /// So many; the first is returned.
    pub(super) fn nodes(&mut self, count: u32) -> Node {
        let first = self.cells.len();
        self.cells.resize_with(first + count as usize, Cell::default);
        u32::try_from(first).unwrap_or(u32::MAX)
    }

    /// Of arrays it matters where they come from: they are counted one by one. Other objects are told apart by their classes,
    /// and by whether the task has created them: there would be too many in large programs.
    pub(super) fn add(&mut self, node: Node, object: Object) {
        let object = match object {
            _ if self.types.name(object.class()).starts_with('[') => object,
            Object::Created { class, .. } => Object::Created { method: 0, at: 0, dimension: 0, class },
            _ => Object::Cast(object.class()),
        };
        let (number, new) = self.objects.insert_full(object);
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        if new && object.is_created() {
            self.inside.insert(number, Inside::default());
        }
        self.add_number(node, number);
    }

    fn add_number(&mut self, node: Node, object: ObjectNumber) {
        self.flows += 1;
        if self.cells[node as usize].set.insert(object) {
            self.work.push((node, object));
        }
    }

    pub(super) fn set(&self, node: Node) -> impl Iterator<Item = Object> + '_ {
        self.cells[node as usize].set.iter().filter_map(|&number| self.objects.get_index(number as usize).copied())
    }

    pub(super) fn copy(&mut self, from: Node, to: Node) {
        if from == to || !self.edges.insert((from, to)) {
            return;
        }
        self.cells[from as usize].copies.push(to);
        for object in self.numbers(from) {
            self.add_number(to, object);
        }
    }

    /// What is of this class, or may be.
    pub(super) fn filter(&mut self, from: Node, class: TypeId, to: Node) {
        if !self.filter_edges.insert((from, class, to)) {
            return;
        }
        self.cells[from as usize].filters.push((class, to));
        for object in self.numbers(from) {
            self.pass(object, class, to);
        }
    }

    pub(super) fn load(&mut self, base: Node, slot: Slot, to: Node) {
        self.cells[base as usize].loads.push((slot, to));
        for object in self.numbers(base) {
            self.load_from(object, slot, to);
        }
    }

    pub(super) fn store(&mut self, base: Node, slot: Slot, from: Node) {
        self.cells[base as usize].stores.push((slot, from));
        for object in self.numbers(base) {
            self.store_to(object, slot, from);
        }
    }

    /// Tells of each receiver that a call gets.
    pub(super) fn receiver(&mut self, node: Node, call: u32) -> Vec<Object> {
        self.cells[node as usize].calls.push(call);
        self.set(node).collect()
    }

    /// What a field or the elements of arrays outside hold.
    pub(super) fn outside(&mut self, slot: Slot) -> Node {
        if let Some(&node) = self.outside.get(&slot) {
            return node;
        }
        let node = self.node();
        self.cells[node as usize].outside = true;
        self.outside.insert(slot, node);
        node
    }

    fn numbers(&self, node: Node) -> Vec<ObjectNumber> {
        let mut numbers: Vec<_> = self.cells[node as usize].set.iter().copied().collect();
        numbers.sort_unstable();
        numbers
    }

    fn object(&self, number: ObjectNumber) -> Object {
        self.objects.get_index(number as usize).copied().unwrap_or(Object::Library(TypeId::default()))
    }

    /// There is more to do than is reasonable: what was found is not complete.
    pub(super) fn is_exhausted(&self) -> bool {
        self.flows > limits::MAX_FLOWS
    }

    /// Works until somebody else has to decide, or nothing is left.
    pub(super) fn step(&mut self, news: &mut Vec<News>) {
        while news.is_empty() && !self.is_exhausted() {
            let Some((node, number)) = self.work.pop() else { return };
            let cell = &self.cells[node as usize];
            let (copies, filters) = (cell.copies.clone(), cell.filters.clone());
            let (loads, stores) = (cell.loads.clone(), cell.stores.clone());
            let (outside, calls) = (cell.outside, cell.calls.clone());
            copies.into_iter().for_each(|to| self.add_number(to, number));
            filters.into_iter().for_each(|(class, to)| self.pass(number, class, to));
            loads.into_iter().for_each(|(slot, to)| self.load_from(number, slot, to));
            stores.into_iter().for_each(|(slot, from)| self.store_to(number, slot, from));
            if outside {
                self.escape(number);
            }
            let object = self.object(number);
            news.extend(calls.into_iter().map(|call| News::Receiver(call, object)));
            if node == self.library {
                news.push(News::ToLibrary(object));
            }
        }
    }

    fn pass(&mut self, number: ObjectNumber, class: TypeId, to: Node) {
        self.flows += 1;
        let object = self.object(number);
        match (object, self.is_subtype(object.class(), class)) {
            (_, Some(true)) | (Object::Created { .. }, None) => self.add_number(to, number),
            (Object::Created { .. }, Some(false)) => {}
            _ => {
                self.add(to, Object::Cast(class));
                self.handed_out(object.class(), class, to);
            }
        }
    }

    /// What comes out of the library as an object of a class of its own may turn out to be what it was given.
    fn handed_out(&mut self, declared: TypeId, class: TypeId, to: Node) {
        if self.world.find(self.types.name(declared)).is_none() && self.types.name(class) != "java/lang/Object" {
            self.filter(self.library, class, to);
        }
    }

    /// See [`is_subtype`], which looks at names.
    pub(super) fn is_subtype(&mut self, class: TypeId, above: TypeId) -> Option<bool> {
        if let Some(&known) = self.subtypes.get(&(class, above)) {
            return known;
        }
        let fits = is_subtype(self.world, self.types.name(class), self.types.name(above));
        self.subtypes.insert((class, above), fits);
        fits
    }

    fn slot_of(&mut self, number: ObjectNumber, slot: Slot) -> Node {
        if let Some(&node) = self.inside.get(&number).and_then(|inside| inside.slots.get(&slot)) {
            return node;
        }
        let node = self.node();
        let inside = self.inside.entry(number).or_default();
        inside.slots.insert(slot, node);
        if inside.escaped {
            let outside = self.outside(slot);
            self.copy(node, outside);
        }
        node
    }

    fn load_from(&mut self, number: ObjectNumber, slot: Slot, to: Node) {
        let object = self.object(number);
        if !object.is_created() {
            return self.load_outside(object.class(), slot, to);
        }
        let node = self.slot_of(number, slot);
        self.copy(node, to);
        let inside = self.inside.entry(number).or_default();
        inside.loads.push((slot, to));
        if inside.escaped {
            self.load_outside(object.class(), slot, to);
        }
    }

    fn load_outside(&mut self, class: TypeId, slot: Slot, to: Node) {
        let from = self.outside(slot);
        match slot {
            Slot::Field(_) => self.copy(from, to),
            Slot::Elements => {
                let Some(element) = element_of(self.types.name(class)).map(str::to_owned) else { return };
                let element = self.types.id(&element);
                self.add(to, Object::Element(element));
                self.filter(from, element, to);
            }
        }
    }

    fn store_to(&mut self, number: ObjectNumber, slot: Slot, from: Node) {
        let to = if self.object(number).is_created() { self.slot_of(number, slot) } else { self.outside(slot) };
        self.copy(from, to);
    }

    /// An object can be seen from outside: what it holds escapes as well, and others may put something there.
    fn escape(&mut self, number: ObjectNumber) {
        let object = self.object(number);
        let Some(inside) = self.inside.get_mut(&number).filter(|inside| !inside.escaped) else { return };
        inside.escaped = true;
        let (slots, loads) = (inside.slots.clone(), inside.loads.clone());
        for (slot, node) in slots {
            let outside = self.outside(slot);
            self.copy(node, outside);
        }
        for (slot, to) in loads {
            self.load_outside(object.class(), slot, to);
        }
    }
}
