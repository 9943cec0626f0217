//! From tasks to everything that they may reach: call graph and references, found together.
//!
//! A virtual call goes to the methods of the objects that its receiver may be: of the very class for objects created within
//! the task, of all classes with instances for others. Each method is walked once, however it is called: recursion needs
//! no care. Methods that the library may call back are entered without a caller.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;
use std::sync::Arc;

use paratrace_classfile::descriptor::MethodDescriptor;
use paratrace_classfile::{MemberKind, MemberRef, opcodes as op};
use paratrace_traceformat::map::{Effect, Mode};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bits::Bits;
use super::dispatch::Family;
use super::flow::{Call, Event, FieldName, Flow, MethodName, NULL, Ref, flow, name_of};
use super::hierarchy::Hierarchy;
use super::library::{Known, called_through, is_closed, known, of_all};
use super::objects::{FieldId, Members, MethodId, Object};
use super::program::Program;
use super::solver::{News, Node, ObjectNumber, Slot, Solver};
use super::types::TypeId;
use crate::error::Error;
use crate::source::Sources;
use crate::world::{FieldTarget, MethodTarget, Signature, World, classify};

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

    /// What a reference of a method may be.
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

    /// A task begins with what it is given.
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

    /// What a method does, once it is reached. (Not at once: chains of calls are long.)
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

    /// What objects outside hold in a field.
    fn field_node(&mut self, field: &FieldName) -> (Slot, Node) {
        let id = self.field(field);
        let outside = self.solver.outside(Slot::Field(id));
        if let Some(class) = paratrace_classfile::descriptor::parse_field(&field.desc).ok().as_ref().and_then(name_of) {
            let class = self.solver.types.id(&class);
            self.solver.add(outside, Object::Field(id, class));
        }
        (Slot::Field(id), outside)
    }

    fn call(&mut self, caller: MethodId, base: Node, call: Arc<Call>) {
        let site = u32::try_from(self.sites.len()).unwrap_or(u32::MAX);
        let receiver = call.args.first().copied();
        let special = known(&call.class, &call.name, &call.desc);
        self.sites.push(Site {
            caller,
            call: Arc::clone(&call),
            targets: FxHashSet::default(),
            opaque: false,
            open: false,
        });
        if let Some(special) = special {
            return self.known(site, base, special);
        }
        match call.opcode {
            op::INVOKEVIRTUAL | op::INVOKEINTERFACE => {
                let Some(receiver) = receiver.filter(|&receiver| receiver > NULL) else { return };
                let receivers = self.solver.receiver(base + receiver, site);
                if !receivers.is_empty() {
                    self.dispatch(site, &receivers);
                }
            }
            op::INVOKEDYNAMIC => {
                self.opaque(site);
                if call.is_lambda {
                    call.bodies.iter().for_each(|body| self.enter_named(body));
                }
            }
            _ => match self.bound_target(site) {
                Some(target) => self.link(site, target, None),
                None => self.opaque(site),
            },
        }
    }

    fn bound_target(&self, site: u32) -> Option<MethodId> {
        let call = &self.sites[site as usize].call;
        let start = self.world.find(&call.class)?;
        self.world.usable(start, self.world.method(&call.class, &call.name, &call.desc))
    }

    /// Methods whose effect is known.
    fn known(&mut self, site: u32, base: Node, effect: Known) {
        let Site { caller, call, .. } = &self.sites[site as usize];
        let (caller, at, args, result) = (*caller, call.at, call.args.clone(), base + call.result);
        let class = match effect {
            Known::Clone => call.class.clone(),
            _ => MethodDescriptor::parse(&call.desc).ok().and_then(|d| name_of(&d.return_type?)).unwrap_or_default(),
        };
        let argument = |index: usize| args.get(index).copied().filter(|&arg| arg > NULL).map(|arg| base + arg);
        match effect {
            Known::NewArray => self.create(caller, result, &class, 1, at),
            Known::Clone => {
                self.create(caller, result, &class, 1, at);
                self.copy_elements(argument(0), Some(result));
            }
            Known::CopyElements => self.copy_elements(argument(0), argument(2)),
            Known::Identity => argument(0).into_iter().for_each(|from| self.solver.copy(from, result)),
            Known::Forgets if call.result > NULL => {
                let class = self.solver.types.id(&class);
                self.solver.add(result, Object::Library(class));
            }
            Known::Forgets => {}
        }
    }

    fn copy_elements(&mut self, from: Option<Node>, to: Option<Node>) {
        if let (Some(from), Some(to)) = (from, to) {
            let element = self.solver.node();
            self.solver.load(from, Slot::Elements, element);
            self.solver.store(to, Slot::Elements, element);
        }
    }

    /// What the receivers of a virtual call select; `None` if no class of the program declares such a method.
    pub(super) fn family_of(&mut self, site: u32) -> Option<usize> {
        let call = Arc::clone(&self.sites[site as usize].call);
        let signature = self.world.names.signature(&call.name, &call.desc)?;
        let class = self.solver.types.id(&call.class);
        if let Some(&known) = self.family_numbers.get(&(class, signature)) {
            return Some(known);
        }
        let named = (class, &*call.class);
        let family = Family::new(self.world, &self.hierarchy, &self.program.instantiated, named, signature);
        self.families.push(family);
        self.family_numbers.insert((class, signature), self.families.len() - 1);
        Some(self.families.len() - 1)
    }

    /// A call goes to a method that can be followed.
    pub(super) fn link(&mut self, site: u32, target: MethodId, receivers: Option<&Bits>) {
        let Some((base, parameters)) = self.reach(target) else { return self.opaque(site) };
        if let (Some(receivers), Some(&this)) = (receivers, parameters.first()) {
            self.solver.hand(receivers, base + this);
        }
        let Site { caller, call, targets, .. } = &mut self.sites[site as usize];
        if !targets.insert(target) {
            return;
        }
        let (caller, call) = (*caller, Arc::clone(call));
        let from = self.methods.get_mut(&caller).map_or(0, |reached| {
            reached.callees.insert(target);
            reached.base
        });
        let returns = self.methods.get_mut(&target).map_or(0, |reached| {
            reached.called = true;
            reached.returns
        });
        for (&arg, &parameter) in call.args.iter().zip(&parameters).skip(usize::from(receivers.is_some())) {
            if arg > NULL && parameter != 0 {
                self.solver.copy(from + arg, base + parameter);
            }
        }
        if call.result > NULL {
            self.solver.copy(returns, from + call.result);
        }
    }

    /// A call goes to code that cannot be followed.
    pub(super) fn opaque(&mut self, site: u32) {
        let Site { caller, call, opaque, .. } = &mut self.sites[site as usize];
        if std::mem::replace(opaque, true) {
            return;
        }
        let (caller, call) = (*caller, Arc::clone(call));
        let target = MemberRef {
            kind: MemberKind::Method,
            class: (&*call.class).into(),
            name: (&*call.name).into(),
            descriptor: (&*call.desc).into(),
            is_interface: call.opcode == op::INVOKEINTERFACE,
        };
        let bootstrap = call.is_lambda.then_some(("java/lang/invoke/LambdaMetafactory", "metafactory"));
        let kind = classify(self.world, call.opcode, &target, bootstrap, true);
        let Some(reached) = self.methods.get_mut(&caller) else { return };
        let open = kind.mode != Mode::Leaf;
        reached.open |= open;
        let base = reached.base;
        self.sites[site as usize].open = open;
        if kind.effect == Effect::State || call.is_lambda {
            for &arg in call.args.iter().filter(|&&arg| arg > NULL) {
                self.solver.copy(base + arg, self.solver.library);
            }
        }
        let returned = MethodDescriptor::parse(&call.desc).ok().and_then(|d| name_of(&d.return_type?));
        if let (Some(class), true) = (returned, call.result > NULL) {
            self.handed_out(base + call.result, &class);
        }
        if call.name == "clone" && call.desc == "()Ljava/lang/Object;" {
            // Of a subclass, maybe: so it counts as something from outside as well.
            let class = if self.world.find(&call.class).is_some() { &call.class } else { &call.named_in };
            self.create(caller, base + call.result, class, 1, call.at);
        }
    }

    /// What the library may hand out as an object of this class. Of its own classes it is found out when it is cast or called:
    /// sets would be large otherwise.
    pub(super) fn handed_out(&mut self, to: Node, name: &str) {
        let class = self.solver.types.id(name);
        self.solver.add(to, Object::Library(class));
        if self.world.find(name).is_some() || name.starts_with('[') {
            self.solver.filter(self.solver.library, class, to);
        }
    }

    /// The library is given an object, and may call its methods.
    fn give(&mut self, object: ObjectNumber) {
        let object = self.solver.object(object);
        if !self.given_types.insert((object.class(), object.is_created())) {
            return;
        }
        let name = self.solver.types.name(object.class()).to_owned();
        if is_closed(&name) {
            return;
        }
        match self.world.find(&name) {
            Some(class) if object.is_created() => self.give_class(class),
            Some(_) => {
                let program = self.program;
                let below = self.hierarchy.may_be(self.world, &name);
                below.iter().for_each(|position| self.give_class(program.instantiated[position as usize]));
                self.enter_lambdas(&name);
            }
            None if object.is_created() => {}
            None => self.give_all(),
        }
    }

    /// An object of the library may hold anything of the program: of that, the library calls what it calls of all objects,
    /// and lambdas that it knows how to call.
    fn give_all(&mut self) {
        if !std::mem::replace(&mut self.all_given, true) {
            let program = self.program;
            program.instantiated.iter().for_each(|&class| self.enter_methods(class, &of_all));
            let library = program.lambdas.iter().filter(|(interface, _)| self.world.find(interface).is_none());
            let mut bodies: Vec<_> = library.flat_map(|(_, bodies)| bodies).collect();
            bodies.sort_unstable();
            bodies.into_iter().for_each(|body| self.enter_named(body));
        }
    }

    fn give_class(&mut self, class: usize) {
        if !self.given.insert(class) {
            return;
        }
        let (names, all) = self.called_by_library(class);
        self.enter_methods(class, &|name| all || names.contains(name));
    }

    fn enter_methods(&mut self, class: usize, wanted: &dyn Fn(&str) -> bool) {
        for above in self.world.supers(class).collect::<Vec<_>>() {
            for index in 0..self.world.classes[above].methods.len() {
                let declared = &self.world.classes[above].methods[index];
                let name = self.world.names.member(declared.signature).0;
                let wanted = declared.is_inheritable() && name != "<init>" && wanted(name);
                if let Some(id) = self.world.usable(above, MethodTarget::Declared(above, index)).filter(|_| wanted) {
                    self.enter(id);
                }
            }
        }
    }

    /// Names of the methods that the library calls through types of its own, or that it may call all.
    fn called_by_library(&self, class: usize) -> (FxHashSet<&'static str>, bool) {
        let (mut names, mut all) = (FxHashSet::default(), false);
        let (mut seen, mut todo) = (FxHashSet::default(), self.world.supers(class).collect::<Vec<_>>());
        while let Some(class) = todo.pop() {
            let described = &self.world.classes[class];
            for &parent in described.super_name.iter().chain(&described.interfaces) {
                match (self.world.named(parent), called_through(self.world.names.text(parent))) {
                    (Some(parent), _) => todo.extend(seen.insert(parent).then_some(parent)),
                    (None, Some(called)) => names.extend(called),
                    (None, None) => all = true,
                }
            }
        }
        (names, all)
    }

    pub(super) fn enter_named(&mut self, method: &MethodName) {
        let target = self.world.method(&method.class, &method.name, &method.desc);
        let start = self.world.find(&method.class);
        if let Some(id) = start.and_then(|start| self.world.usable(start, target)) {
            self.enter(id);
        }
    }

    /// The library may call a method, with anything. A task that is called so is one of its own.
    fn enter(&mut self, id: MethodId) {
        if self.tasks.contains(&id) || self.methods.get(&id).is_some_and(|reached| reached.entered) {
            return;
        }
        let Some((base, parameters)) = self.reach(id) else { return };
        if let Some(reached) = self.methods.get_mut(&id) {
            reached.entered = true;
        }
        let classes = self.parameter_classes(id);
        for (parameter, class) in parameters.into_iter().zip(classes) {
            if let Some(class) = class {
                self.handed_out(base + parameter, &class);
            }
        }
    }

    /// Calls that may run library code of which nothing is known, themselves or through others.
    pub(crate) fn loud_calls(&self) -> FxHashSet<(MethodId, usize)> {
        let loud = self.loud_methods();
        let is_loud = |site: &&Site| site.open || site.targets.iter().any(|target| loud.contains(target));
        self.sites.iter().filter(is_loud).map(|site| (site.caller, site.call.at)).collect()
    }

    /// Fields that methods reached may write, but for constructors.
    pub(crate) fn written_fields(&self) -> FxHashSet<FieldName> {
        let mut written = FxHashSet::default();
        for (&id, reached) in &self.methods {
            let (class, index) = self.world.method_at(id);
            let (name, _) = self.world.names.member(self.world.classes[class].methods[index].signature);
            if name != "<init>" {
                written.extend(reached.flow.events.iter().filter_map(|event| match event {
                    Event::Store { field, .. } => Some(declared(self.world, field)),
                    _ => None,
                }));
            }
        }
        written
    }

    /// Methods that may run library code of which nothing is known, themselves or through others.
    fn loud_methods(&self) -> FxHashSet<MethodId> {
        let mut callers: FxHashMap<MethodId, Vec<MethodId>> = FxHashMap::default();
        for (&id, reached) in &self.methods {
            reached.callees.iter().for_each(|&callee| callers.entry(callee).or_default().push(id));
        }
        let mut todo: Vec<_> = self.methods.iter().filter(|(_, reached)| reached.open).map(|(&id, _)| id).collect();
        let mut loud: FxHashSet<MethodId> = todo.iter().copied().collect();
        while let Some(id) = todo.pop() {
            for &caller in callers.get(&id).into_iter().flatten() {
                if loud.insert(caller) {
                    todo.push(caller);
                }
            }
        }
        loud
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
