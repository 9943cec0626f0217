//! From tasks to everything that they may reach: call graph and references, found together.
//!
//! A virtual call goes to the methods of the objects that its receiver may be: of the very class for objects created within
//! the task, of all classes with instances for others. Each method is walked once, however it is called: recursion needs
//! no care. Methods that the library may call back are entered without a caller.

mod call;
mod library;
mod loud;
mod opaque;

use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;
use std::sync::Arc;

use paratrace_classfile::descriptor::MethodDescriptor;
use paratrace_classfile::opcodes as op;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::Error;
use crate::shared_data::dispatch::Family;
use crate::shared_data::flow::{Call, Event, FieldName, Flow, NULL, Ref, flow, name_of};
use crate::shared_data::hierarchy::Hierarchy;
use crate::shared_data::objects::{FieldId, Members, MethodId, Object};
use crate::shared_data::program::Program;
use crate::shared_data::solver::{News, Node, Slot, Solver};
use crate::shared_data::types::TypeId;
use crate::source::Sources;
use crate::world::{FieldTarget, Signature, World};

/// A method that calls may select through a class that they name.
type Selection = (TypeId, Signature);

/// A method that a task may reach.
#[derive(Debug)]
pub(crate) struct Reached {
    pub(crate) flow: Flow,
    /// Node of reference 0.
    base: Node,
    returns: Node,
    /// Called by code that was followed.
    pub(crate) called: bool,
    /// Called by the library.
    pub(crate) entered: bool,
    /// Calls library code that may do anything.
    pub(crate) open: bool,
    pub(crate) callees: BTreeSet<MethodId>,
}

/// A call, once it has been met.
#[derive(Debug)]
struct Site {
    caller: MethodId,
    call: Arc<Call>,
    targets: FxHashSet<MethodId>,
    opaque: bool,
    /// It may run library code of which nothing is known.
    open: bool,
}

/// The analysis.
pub(crate) struct Analysis<'a> {
    pub(super) world: &'a World,
    sources: &'a Sources<'a>,
    pub(super) program: &'a Program,
    pub(super) solver: Solver<'a>,
    pub(super) members: Members,
    pub(crate) methods: BTreeMap<MethodId, Reached>,
    /// Methods in the order in which they were entered.
    pub(crate) order: Vec<MethodId>,
    sites: Vec<Site>,
    tasks: BTreeSet<MethodId>,
    /// Classes whose objects the library may call.
    given: FxHashSet<usize>,
    given_types: FxHashSet<(TypeId, bool)>,
    pub(super) hierarchy: Hierarchy,
    pub(super) families: Vec<Family>,
    family_numbers: FxHashMap<Selection, usize>,
    /// Methods whose code is to be looked at.
    fresh: Vec<MethodId>,
    all_given: bool,
    failure: Option<Error>,
}

impl<'a> Analysis<'a> {
    /// Follows everything that the tasks may do.
    pub(crate) fn run(
        world: &'a World,
        sources: &'a Sources<'a>,
        program: &'a Program,
        tasks: &BTreeSet<MethodId>,
    ) -> Result<Analysis<'a>, Error> {
        let mut analysis = Analysis {
            world,
            sources,
            program,
            solver: Solver::new(world),
            members: Members::default(),
            methods: BTreeMap::new(),
            order: Vec::new(),
            sites: Vec::new(),
            tasks: tasks.clone(),
            given: FxHashSet::default(),
            given_types: FxHashSet::default(),
            hierarchy: Hierarchy::new(world, &program.instantiated),
            families: Vec::new(),
            family_numbers: FxHashMap::default(),
            fresh: Vec::new(),
            all_given: false,
            failure: None,
        };
        tasks.iter().for_each(|&task| analysis.start(task));
        analysis.solve();
        match analysis.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(analysis),
        }
    }

    /// The objects that a reference of a method may point to, sorted.
    pub(crate) fn objects(&self, method: MethodId, reference: Ref) -> Vec<Object> {
        let Some(reached) = self.methods.get(&method).filter(|_| reference > NULL) else { return Vec::new() };
        let mut objects: Vec<_> = self.solver.set(reached.base + reference).collect();
        objects.sort_unstable();
        objects
    }

    /// Descriptors of the elements that an instruction may access; empty for references.
    pub(super) fn element_kind(&self, method: MethodId, at: usize) -> &'static str {
        let insn = self.methods.get(&method).and_then(|reached| reached.flow.body.insns.get(at));
        match insn.map(|insn| insn.opcode) {
            Some(op::IALOAD | op::IASTORE) => "I",
            Some(op::LALOAD | op::LASTORE) => "J",
            Some(op::FALOAD | op::FASTORE) => "F",
            Some(op::DALOAD | op::DASTORE) => "D",
            Some(op::BALOAD | op::BASTORE) => "BZ",
            Some(op::CALOAD | op::CASTORE) => "C",
            Some(op::SALOAD | op::SASTORE) => "S",
            _ => "",
        }
    }

    fn field(&mut self, named: &FieldName) -> FieldId {
        let field = declared(self.world, named);
        self.members.id(field)
    }

    fn solve(&mut self) {
        let mut news = Vec::new();
        loop {
            while let Some(method) = self.fresh.pop() {
                self.follow(method);
            }
            self.solver.step(&mut news);
            if self.solver.is_exhausted() {
                self.failure.get_or_insert(Error::TooMuchShared { methods: self.methods.len() });
            }
            if news.is_empty() && self.fresh.is_empty() || self.failure.is_some() {
                return;
            }
            for found in news.drain(..) {
                match found {
                    News::Receivers(site, objects) => self.dispatch(site, &objects),
                    News::ToLibrary(objects) => objects.iter().for_each(|object| self.give(object)),
                }
            }
        }
    }

    /// Starts at a task, whose parameters refer to objects from outside.
    fn start(&mut self, task: MethodId) {
        let Some((base, parameters)) = self.reach(task) else {
            let task = self.world.readable_method_name(task);
            self.failure.get_or_insert(Error::TaskNotFollowed { task });
            return;
        };
        let classes = self.parameter_classes(task);
        for (index, (parameter, class)) in parameters.iter().zip(classes).enumerate() {
            if let Some(class) = class {
                let class = self.solver.types.id(&class);
                let index = u16::try_from(index).unwrap_or(u16::MAX);
                self.solver.add(base + parameter, Object::Parameter(task, index, class));
            }
        }
    }

    /// Class of each parameter, `this` first; `None` for primitive ones.
    fn parameter_classes(&self, method: MethodId) -> Vec<Option<String>> {
        let (class, index) = self.world.method_at(method);
        let declared = &self.world.classes[class].methods[index];
        let (_, desc) = self.world.names.member(declared.signature);
        let this = (!declared.is_static()).then(|| Some(self.world.name(class).to_owned()));
        let parsed = MethodDescriptor::parse(desc).map(|parsed| parsed.parameters.iter().map(name_of).collect());
        this.into_iter().chain(parsed.unwrap_or_else(|_| Vec::new())).collect()
    }

    /// A method is reached, for the first time or again: its first node, and the references of its parameters.
    pub(super) fn reach(&mut self, id: MethodId) -> Option<(Node, Vec<Ref>)> {
        if let Some(reached) = self.methods.get(&id) {
            return Some((reached.base, reached.flow.parameters.clone()));
        }
        let (class, index) = self.world.method_at(id);
        let walked = match self.sources.with(class, |file| file.methods.get(index).map(|method| flow(file, method))) {
            Ok(walked) => walked?.ok()?,
            Err(failure) => {
                self.failure.get_or_insert(failure);
                return None;
            }
        };
        let base = self.solver.nodes(walked.references);
        let parameters = walked.parameters.clone();
        let (returns, callees) = (self.solver.node(), BTreeSet::new());
        let reached = Reached { flow: walked, base, returns, called: false, entered: false, open: false, callees };
        self.methods.insert(id, reached);
        self.order.push(id);
        self.fresh.push(id);
        Some((base, parameters))
    }

    /// Handles the events of a method that was reached. (Not by recursion: chains of calls are long.)
    fn follow(&mut self, id: MethodId) {
        let Some(reached) = self.methods.get_mut(&id) else { return };
        let (base, returns, events) = (reached.base, reached.returns, take(&mut reached.flow.events));
        events.iter().for_each(|event| self.event(id, base, returns, event));
        if let Some(reached) = self.methods.get_mut(&id) {
            reached.flow.events = events;
        }
    }

    fn event(&mut self, method: MethodId, base: Node, returns: Node, event: &Event) {
        match *event {
            Event::New { to, ref class, dimensions, at } => self.create(method, base + to, class, dimensions, at),
            Event::Foreign { to, ref class } => {
                let class = self.solver.types.id(class);
                self.solver.add(base + to, Object::Library(class));
            }
            Event::Copy { from, to } => self.solver.copy(base + from, base + to),
            Event::Cast { from, to, ref class } if from > NULL => {
                let class = self.solver.types.id(class);
                self.solver.filter(base + from, class, base + to);
            }
            Event::Load { base: object, ref field, to } => match (object, self.field_node(field)) {
                (None, (_, outside)) => self.solver.copy(outside, base + to),
                (Some(object), (slot, _)) if object > NULL => self.solver.load(base + object, slot, base + to),
                _ => {}
            },
            Event::Store { base: object, ref field, from } if from > NULL => match (object, self.field_node(field)) {
                (None, (_, outside)) => self.solver.copy(base + from, outside),
                (Some(object), (slot, _)) if object > NULL => self.solver.store(base + object, slot, base + from),
                _ => {}
            },
            Event::LoadElement { base: array, to } if array > NULL => {
                self.solver.load(base + array, Slot::Elements, base + to);
            }
            Event::StoreElement { base: array, from } if array > NULL && from > NULL => {
                self.solver.store(base + array, Slot::Elements, base + from);
            }
            Event::Return(from) if from > NULL => self.solver.copy(base + from, returns),
            Event::Throw(from) if from > NULL => self.solver.copy(base + from, self.solver.library),
            Event::Call(ref call) => self.call(method, base, Arc::clone(call)),
            _ => {}
        }
    }

    fn create(&mut self, method: MethodId, to: Node, class: &str, dimensions: u8, at: usize) {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        let (mut to, mut name) = (to, class);
        for dimension in 0..dimensions.max(1) {
            let class = self.solver.types.id(name);
            self.solver.add(to, Object::Created { method, at, dimension, class });
            let Some(element) = name.strip_prefix('[').filter(|_| dimension + 1 < dimensions) else { return };
            let node = self.solver.node();
            self.solver.store(to, Slot::Elements, node);
            (to, name) = (node, element);
        }
    }

    /// The node of the values that objects outside hold in a field.
    fn field_node(&mut self, field: &FieldName) -> (Slot, Node) {
        let id = self.field(field);
        let outside = self.solver.outside(Slot::Field(id));
        if let Some(class) = paratrace_classfile::descriptor::parse_field(&field.desc).ok().as_ref().and_then(name_of) {
            let class = self.solver.types.id(&class);
            self.solver.add(outside, Object::Field(id, class));
        }
        (Slot::Field(id), outside)
    }
}

/// A field as it is declared.
pub(crate) fn declared(world: &World, named: &FieldName) -> FieldName {
    let mut field = named.clone();
    if let FieldTarget::Declared(owner, _) = world.field(&named.class, &named.name, &named.desc) {
        field.class = world.name(owner).to_owned();
    }
    field
}
