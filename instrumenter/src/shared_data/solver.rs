//! The abstract objects that each reference may refer to: inclusion constraints (Andersen), solved by a work list. New
//! members of a set are propagated, many at once; references that flow in circles are made one ([`super::cycles`]).
//!
//! Everything that is not created within a task is outside: what the fields of outside objects hold is one set a field,
//! whatever the object, and begins with what the program put there before. An object that is stored there escapes: others may
//! read it there, and may have put something into its fields.

use paratrace_traceformat::map::MethodId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem::take;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::bits::Bits;
use super::cycles::components;
use super::filter::Filter;
use super::objects::{FieldId, Object};
use super::types::{TypeId, Types, element_of, is_subtype};
use crate::limits;
use crate::world::World;

/// A set of objects: what a reference, a field or the elements of an array may be.
pub(super) type Node = u32;

/// Number of an object.
pub(super) type ObjectNumber = u32;

/// Nodes that are visited before it is worth while to look for circles.
const MIN_VISITS: usize = 1 << 12;

/// A part of an object that is read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Slot {
    Field(FieldId),
    Elements,
}

#[derive(Debug, Default)]
struct Cell {
    /// Objects that were handed on already.
    all: Bits,
    /// Objects that are still to be handed on; none of them is in `all`.
    new: Bits,
    copies: Vec<Node>,
    filters: Vec<(TypeId, Node)>,
    loads: Vec<(Slot, Node)>,
    stores: Vec<(Slot, Node)>,
    /// Calls of which this is the receiver, by their numbers.
    calls: Vec<u32>,
    /// True if code outside the task can see the objects of this node.
    outside: bool,
    queued: bool,
}

/// The known contents of an object while it does not escape.
#[derive(Debug, Default)]
struct Inside {
    slots: FxHashMap<Slot, Node>,
    loads: FxHashSet<(Slot, Node)>,
}

/// Findings that the solver cannot handle itself.
#[derive(Debug, Clone)]
pub(super) enum News {
    /// A call has new receivers.
    Receivers(u32, Bits),
    /// The library may call methods of these objects.
    ToLibrary(Bits),
}

/// The constraints and what follows from them.
pub(super) struct Solver<'w> {
    world: &'w World,
    pub(super) types: Types,
    subtypes: FxHashMap<(TypeId, TypeId), Option<bool>>,
    objects: IndexSet<Object, FxBuildHasher>,
    inside: FxHashMap<ObjectNumber, Inside>,
    /// Objects that are outside, or escape.
    open: Bits,
    cells: Vec<Cell>,
    /// The node that stands for each one.
    stands_for: Vec<Node>,
    outside: FxHashMap<Slot, Node>,
    edges: FxHashSet<(Node, Node)>,
    filters: FxHashMap<TypeId, Filter>,
    filter_edges: FxHashSet<(Node, TypeId, Node)>,
    /// Places of nodes in the order in which objects flow, as far as it is known.
    order: Vec<u32>,
    work: BinaryHeap<Reverse<(u32, Node)>>,
    visits: usize,
    flows: u64,
    /// The node of the objects that the library has been given.
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
            open: Bits::default(),
            cells: Vec::new(),
            stands_for: Vec::new(),
            outside: FxHashMap::default(),
            edges: FxHashSet::default(),
            filters: FxHashMap::default(),
            filter_edges: FxHashSet::default(),
            order: Vec::new(),
            work: BinaryHeap::new(),
            visits: 0,
            flows: 0,
            library: 0,
        };
        solver.library = solver.node();
        solver.cells[solver.library as usize].outside = true;
        solver
    }

    /// A new empty set.
    pub(super) fn node(&mut self) -> Node {
        self.nodes(1)
    }

    /// Adds `count` nodes with consecutive numbers; returns the first.
    pub(super) fn nodes(&mut self, count: u32) -> Node {
        let first = u32::try_from(self.cells.len()).unwrap_or(u32::MAX);
        let end = first.saturating_add(count);
        self.cells.resize_with(end as usize, Cell::default);
        self.stands_for.extend(first..end);
        self.order.resize(end as usize, 0);
        first
    }

    /// The node that stands for this one.
    pub(super) fn find(&self, mut node: Node) -> Node {
        while self.stands_for[node as usize] != node {
            node = self.stands_for[node as usize];
        }
        node
    }

    fn cell(&mut self, node: Node) -> &mut Cell {
        let node = self.find(node);
        &mut self.cells[node as usize]
    }

    /// Adds an object to a node. Arrays are told apart by where they come from, since they are counted one by one.
    /// Other objects are told apart only by their classes and by whether the task has created them: there would be too
    /// many in large programs.
    pub(super) fn add(&mut self, node: Node, object: Object) {
        let object = match object {
            _ if self.types.name(object.class()).starts_with('[') => object,
            Object::Created { class, .. } => Object::Created { method: MethodId::new(0), at: 0, dimension: 0, class },
            _ => Object::Cast(object.class()),
        };
        let (number, new) = self.objects.insert_full(object);
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        if new && object.is_created() {
            self.inside.insert(number, Inside::default());
        } else if new {
            self.open.insert(number);
        }
        self.hand(&Bits::from_iter([number]), node);
    }

    /// Adds objects to the set of a node.
    pub(super) fn hand(&mut self, objects: &Bits, to: Node) {
        self.flows += objects.words() as u64;
        let to = self.find(to);
        let cell = &mut self.cells[to as usize];
        let new = objects.without(&cell.all);
        if new.is_empty() {
            return;
        }
        cell.new.unite(&new);
        self.queue(to);
    }

    fn queue(&mut self, node: Node) {
        if !std::mem::replace(&mut self.cells[node as usize].queued, true) {
            self.work.push(Reverse((self.order[node as usize], node)));
        }
    }

    pub(super) fn set(&self, node: Node) -> impl Iterator<Item = Object> + '_ {
        self.cells[self.find(node) as usize].all.iter().map(|number| self.object(number))
    }

    pub(super) fn copy(&mut self, from: Node, to: Node) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to || !self.edges.insert((from, to)) {
            return;
        }
        self.cells[from as usize].copies.push(to);
        let all = take(&mut self.cells[from as usize].all);
        self.hand(&all, to);
        self.cells[from as usize].all = all;
    }

    /// Adds an edge for the objects that are, or may be, of this class.
    pub(super) fn filter(&mut self, from: Node, class: TypeId, to: Node) {
        let (from, to) = (self.find(from), self.find(to));
        if !self.filter_edges.insert((from, class, to)) {
            return;
        }
        self.cells[from as usize].filters.push((class, to));
        self.with_all(from, |solver, all| solver.pass(all, class, to));
    }

    pub(super) fn load(&mut self, base: Node, slot: Slot, to: Node) {
        self.cell(base).loads.push((slot, to));
        self.with_all(base, |solver, all| solver.load_from(all, slot, to));
    }

    pub(super) fn store(&mut self, base: Node, slot: Slot, from: Node) {
        self.cell(base).stores.push((slot, from));
        self.with_all(base, |solver, all| solver.store_to(all, slot, from));
    }

    /// Tells of each receiver that a call gets.
    pub(super) fn receiver(&mut self, node: Node, call: u32) -> Bits {
        let cell = self.cell(node);
        cell.calls.push(call);
        cell.all.clone()
    }

    /// Runs `then` on all objects that a node has handed on, for a new edge out of it.
    fn with_all(&mut self, node: Node, then: impl FnOnce(&mut Self, &Bits)) {
        let all = self.cell(node).all.clone();
        if !all.is_empty() {
            then(self, &all);
        }
    }

    /// The node of the objects that a field, or the elements of arrays, outside hold.
    pub(super) fn outside(&mut self, slot: Slot) -> Node {
        if let Some(&node) = self.outside.get(&slot) {
            return node;
        }
        let node = self.node();
        self.cells[node as usize].outside = true;
        self.outside.insert(slot, node);
        node
    }

    pub(super) fn object(&self, number: ObjectNumber) -> Object {
        self.objects.get_index(number as usize).copied().unwrap_or(Object::Library(TypeId::default()))
    }

    /// True if there is more to do than is reasonable: the result is not complete.
    pub(super) fn is_exhausted(&self) -> bool {
        self.flows > limits::MAX_FLOWS
    }

    /// Works until somebody else has to decide, or nothing is left.
    pub(super) fn step(&mut self, news: &mut Vec<News>) {
        while news.is_empty() && !self.is_exhausted() {
            if self.visits > MIN_VISITS.max(self.cells.len()) {
                self.visits = 0;
                self.collapse();
            }
            let Some(Reverse((_, node))) = self.work.pop() else { return };
            if std::mem::take(&mut self.cells[node as usize].queued) {
                self.visits += 1;
                self.visit(node, news);
            }
        }
    }

    /// Propagates the new members of a set.
    fn visit(&mut self, node: Node, news: &mut Vec<News>) {
        let cell = &mut self.cells[node as usize];
        let new = take(&mut cell.new);
        cell.all.unite(&new);
        // New ways out of this very node are told of everything when they are made.
        let (copies, filters) = (take(&mut cell.copies), take(&mut cell.filters));
        let (loads, stores) = (take(&mut cell.loads), take(&mut cell.stores));
        let outside = cell.outside;
        copies.iter().for_each(|&to| self.hand(&new, to));
        filters.iter().for_each(|&(class, to)| self.pass(&new, class, to));
        loads.iter().for_each(|&(slot, to)| self.load_from(&new, slot, to));
        stores.iter().for_each(|&(slot, from)| self.store_to(&new, slot, from));
        if outside {
            new.without(&self.open).iter().for_each(|number| self.escape(number));
        }
        let cell = &mut self.cells[node as usize];
        restore(&mut cell.copies, copies);
        restore(&mut cell.filters, filters);
        restore(&mut cell.loads, loads);
        restore(&mut cell.stores, stores);
        news.extend(cell.calls.iter().map(|&call| News::Receivers(call, new.clone())));
        if node == self.find(self.library) {
            news.push(News::ToLibrary(new));
        }
    }

    fn pass(&mut self, objects: &Bits, class: TypeId, to: Node) {
        let mut filter = self.filters.remove(&class).unwrap_or_default();
        for number in filter.unknown(objects).iter() {
            let object = self.object(number);
            let fits = self.is_subtype(object.class(), class);
            let of_library = self.world.find(self.types.name(object.class())).is_none();
            filter.tell(number, object, fits, of_library);
        }
        self.hand(&filter.passing(objects), to);
        if filter.narrows(objects) {
            self.add(to, Object::Cast(class));
        }
        // An object that the library hands out as one of its own classes may be one that it was given.
        if filter.narrows_library(objects) && self.types.name(class) != "java/lang/Object" {
            self.filters.insert(class, filter);
            return self.filter(self.library, class, to);
        }
        self.filters.insert(class, filter);
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
        self.inside.entry(number).or_default().slots.insert(slot, node);
        node
    }

    fn load_from(&mut self, objects: &Bits, slot: Slot, to: Node) {
        for number in objects.without(&self.open).iter() {
            let node = self.slot_of(number, slot);
            self.copy(node, to);
            self.inside.entry(number).or_default().loads.insert((slot, to));
        }
        match slot {
            Slot::Field(_) if objects.meets(&self.open) => {
                let from = self.outside(slot);
                self.copy(from, to);
            }
            Slot::Field(_) => {}
            Slot::Elements => {
                let open = objects.common(&self.open);
                let mut classes: Vec<_> = open.iter().map(|number| self.object(number).class()).collect();
                classes.sort_unstable();
                classes.dedup();
                classes.into_iter().for_each(|class| self.load_element(class, to));
            }
        }
    }

    /// An element of an array outside.
    fn load_element(&mut self, class: TypeId, to: Node) {
        let from = self.outside(Slot::Elements);
        let Some(element) = element_of(self.types.name(class)).map(str::to_owned) else { return };
        let element = self.types.id(&element);
        self.add(to, Object::Element(element));
        self.filter(from, element, to);
    }

    fn store_to(&mut self, objects: &Bits, slot: Slot, from: Node) {
        for number in objects.without(&self.open).iter() {
            let to = self.slot_of(number, slot);
            self.copy(from, to);
        }
        if objects.meets(&self.open) {
            let to = self.outside(slot);
            self.copy(from, to);
        }
    }

    /// Marks an object as visible from outside: the objects that it holds escape as well, and others may put something
    /// there. From now on its fields are those of objects outside.
    fn escape(&mut self, number: ObjectNumber) {
        self.open.insert(number);
        let Inside { slots, loads } = self.inside.remove(&number).unwrap_or_default();
        let (mut slots, mut loads) = (Vec::from_iter(slots), Vec::from_iter(loads));
        slots.sort_unstable();
        loads.sort_unstable();
        for (slot, node) in slots {
            let outside = self.outside(slot);
            self.copy(node, outside);
        }
        let this = Bits::from_iter([number]);
        loads.into_iter().for_each(|(slot, to)| self.load_from(&this, slot, to));
    }

    /// Makes one of all nodes that copy in a circle, and puts the others in order.
    fn collapse(&mut self) {
        let count = u32::try_from(self.cells.len()).unwrap_or(u32::MAX);
        let next = |node: Node, way: usize| self.cells[node as usize].copies.get(way).map(|&to| self.find(to));
        let components = components(count, &next);
        for (place, component) in components.iter().rev().enumerate() {
            let Some(&first) = component.iter().min() else { continue };
            self.order[first as usize] = u32::try_from(place).unwrap_or(u32::MAX);
            if component.len() > 1 {
                self.merge(first, component);
            }
        }
        self.edges.clear();
        self.work.clear();
        for node in 0..count {
            if self.stands_for[node as usize] != node {
                self.stands_for[node as usize] = self.find(node);
                continue;
            }
            let mut copies = take(&mut self.cells[node as usize].copies);
            copies.iter_mut().for_each(|to| *to = self.find(*to));
            copies.sort_unstable();
            copies.dedup();
            copies.retain(|&to| to != node);
            self.edges.extend(copies.iter().map(|&to| (node, to)));
            self.cells[node as usize].copies = copies;
            if self.cells[node as usize].queued {
                self.work.push(Reverse((self.order[node as usize], node)));
            }
        }
    }

    /// Merges nodes into one. Objects that all of them have handed on are done; the rest is new.
    fn merge(&mut self, first: Node, members: &[Node]) {
        let mut whole = take(&mut self.cells[first as usize]);
        let mut any = whole.all.clone();
        any.unite(&whole.new);
        for &member in members.iter().filter(|&&member| member != first) {
            let cell = take(&mut self.cells[member as usize]);
            self.stands_for[member as usize] = first;
            any.unite(&cell.all);
            any.unite(&cell.new);
            whole.all = whole.all.common(&cell.all);
            whole.copies.extend(cell.copies);
            whole.filters.extend(cell.filters);
            whole.loads.extend(cell.loads);
            whole.stores.extend(cell.stores);
            whole.calls.extend(cell.calls);
            whole.outside |= cell.outside;
        }
        let stands_for = |node: &mut Node, solver: &Self| *node = solver.find(*node);
        whole.filters.iter_mut().for_each(|(_, to)| stands_for(to, self));
        whole.loads.iter_mut().for_each(|(_, to)| stands_for(to, self));
        whole.stores.iter_mut().for_each(|(_, from)| stands_for(from, self));
        unique(&mut whole.filters);
        unique(&mut whole.loads);
        unique(&mut whole.stores);
        whole.new = any.without(&whole.all);
        whole.queued = !whole.new.is_empty();
        self.cells[first as usize] = whole;
    }
}

/// Puts taken elements back; those that have come meanwhile stay behind them.
fn restore<T>(place: &mut Vec<T>, mut taken: Vec<T>) {
    taken.append(place);
    *place = taken;
}

fn unique<T: Ord>(list: &mut Vec<T>) {
    list.sort_unstable();
    list.dedup();
}
