//! Selects the methods that get copies which pass on the task's counters, and redirects calls to these copies.
//!
//! A copy has the name of its method, so that stack traces stay as they are, and one parameter more. A virtual call may
//! go to copies only if whichever method it would select has one: all classes below are looked at, whether or not the
//! analysis found objects of them, and methods that no task reaches get a copy that just calls them. An interface's
//! method gets one that calls the method itself, for lambdas. Other calls go where they went; the methods that they
//! reach look up the task of their thread themselves.

use std::collections::{BTreeMap, BTreeSet};

use paratrace_classfile::{ClassFile, opcodes as op};
use rustc_hash::{FxHashMap, FxHashSet};

use super::reach::Reach;
use crate::access_flags::{ACC_FINAL, ACC_PRIVATE};
use crate::shared_data::{
    Analysis, Annotations, Call, Event, FieldName, Hierarchy, MethodId, Program, declared, known, marked_classes,
};
use crate::source::Sources;
use crate::world::{MethodTarget, Signature, World};

/// First class file version in which interfaces have methods with code.
const FIRST_MAJOR_WITH_DEFAULTS: u16 = 52;

/// The body of a copied method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CopyKind {
    /// The same as the method, and counts.
    Counts,
    /// Calls the method.
    Calls,
}

/// The class that a redirected call names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Redirect {
    pub(super) class: String,
    pub(super) interface: bool,
}

/// The changes to a program, with the analyses that they follow from.
pub(crate) struct Plan<'p> {
    world: &'p World,
    sources: &'p Sources<'p>,
    program: &'p Program,
    pub(super) analysis: &'p Analysis<'p>,
    pub(super) annotations: &'p Annotations,
    pub(super) tasks: &'p BTreeSet<MethodId>,
    /// Calls that may run any code.
    pub(super) loud: FxHashSet<(MethodId, usize)>,
    written: FxHashSet<FieldName>,
    /// Classes whose objects record the task that created them.
    pub(super) marked: FxHashSet<usize>,
    /// True if the ranges cover all indices, at whatever cost.
    pub(super) indices: bool,
    pub(super) copies: BTreeMap<MethodId, CopyKind>,
    /// Callers of copies that no call selects: of static methods, constructors and what a call names as it is.
    reaches: FxHashMap<MethodId, Reach>,
    /// Methods that look up the task of their thread themselves.
    pub(super) entries: BTreeSet<MethodId>,
    /// True if a virtual call may go to copies; by the class it names, name and descriptor.
    families: FxHashMap<(String, String, String), bool>,
    hierarchy: Hierarchy,
    /// Names and descriptors of methods that code outside may call back.
    called_back: FxHashSet<Signature>,
}

impl<'p> Plan<'p> {
    pub(super) fn new(
        world: &'p World,
        sources: &'p Sources<'p>,
        program: &'p Program,
        analysis: &'p Analysis<'p>,
        annotations: &'p Annotations,
        tasks: &'p BTreeSet<MethodId>,
        indices: bool,
    ) -> Plan<'p> {
        let mut plan = Plan {
            world,
            sources,
            program,
            analysis,
            annotations,
            tasks,
            loud: analysis.loud_calls(),
            written: analysis.written_fields(),
            marked: marked_classes(world, annotations),
            indices,
            copies: BTreeMap::new(),
            reaches: FxHashMap::default(),
            entries: BTreeSet::new(),
            families: FxHashMap::default(),
            hierarchy: Hierarchy::new(world, &Vec::from_iter(0..world.classes.len())),
            called_back: FxHashSet::default(),
        };
        plan.calls();
        plan.hide();
        plan.call_back();
        plan
    }

    fn calls(&mut self) {
        let analysis = self.analysis;
        for (&id, reached) in &analysis.methods {
            if reached.entered && !self.tasks.contains(&id) {
                self.entries.insert(id);
            }
            for event in &reached.flow.events {
                if let Event::Call(call) = event {
                    self.call(call);
                }
            }
        }
    }

    fn call(&mut self, call: &Call) {
        if call.opcode == op::INVOKEDYNAMIC || known(&call.class, &call.name, &call.desc).is_some() {
            return;
        }
        let Some(start) = self.world.find(&call.class) else { return self.unknown(call) };
        if is_bound(call) {
            if let Some(target) = self.bound(start, call) {
                self.copies.insert(target, CopyKind::Counts);
                let reach = Reach::of(self.world, self.sources, &call.named_in, self.world.method_at(target).0);
                let farthest = self.reaches.entry(target).or_insert(reach);
                *farthest = reach.max(*farthest);
            }
            return;
        }
        let key = (call.class.clone(), call.name.clone(), call.desc.clone());
        if self.families.contains_key(&key) {
            return;
        }
        let family = self.family(start, call);
        self.families.insert(key, family.is_some());
        match family {
            Some(methods) => methods.into_iter().for_each(|method| self.copy(method)),
            None => self.unknown(call),
        }
    }

    /// Classes that are made at run time call static methods that were found by their names: those that are accessible to all
    /// get no copies, and look for themselves.
    fn hide(&mut self) {
        if !self.world.makes_classes() {
            return;
        }
        for (&target, &reach) in &self.reaches {
            let (class, method) = self.world.method_at(target);
            if reach == Reach::Anywhere && self.world.classes[class].methods[method].is_static() {
                self.copies.remove(&target);
                self.entries.insert(target);
            }
        }
    }

    /// Notes the name and descriptor of a call of code outside, which may call back: methods with these that the
    /// analysis has reached look up the task themselves.
    fn unknown(&mut self, call: &Call) {
        self.called_back.extend(self.world.names.signature(&call.name, &call.desc));
    }

    fn call_back(&mut self) {
        for &id in self.analysis.methods.keys() {
            let (class, method) = self.world.method_at(id);
            let signature = self.world.classes[class].methods[method].signature;
            if self.called_back.contains(&signature) && !self.tasks.contains(&id) {
                self.entries.insert(id);
            }
        }
    }

    fn copy(&mut self, method: MethodId) {
        let counts = self.analysis.methods.contains_key(&method) && !self.tasks.contains(&method);
        let kind = if counts { CopyKind::Counts } else { CopyKind::Calls };
        self.copies.entry(method).or_insert(kind);
    }

    /// The target of a call that selects nothing. Tasks stay tasks.
    fn bound(&self, start: usize, call: &Call) -> Option<MethodId> {
        let target = self.world.usable(start, self.world.method(&call.class, &call.name, &call.desc))?;
        (self.analysis.methods.contains_key(&target) && !self.tasks.contains(&target)).then_some(target)
    }

    /// All methods that a virtual call may select, and the one that it names; `None` if one of them can have no copy.
    fn family(&self, start: usize, call: &Call) -> Option<BTreeSet<MethodId>> {
        let world = self.world;
        let signature = world.names.signature(&call.name, &call.desc)?;
        let mut family = BTreeSet::from([self.member(start, world.method_of(start, signature))?]);
        let MethodTarget::Declared(owner, method) = world.method_of(start, signature) else { return None };
        let access = world.classes[owner].methods[method].access;
        if access & (ACC_FINAL | ACC_PRIVATE) != 0 || world.classes[start].access & ACC_FINAL != 0 {
            return Some(family);
        }
        if world.makes_classes() {
            return None;
        }
        for class in self.hierarchy.may_be(world, world.name(start)).iter().map(|class| class as usize) {
            if class != start {
                family.insert(self.member(class, world.method_of(class, signature))?);
            }
        }
        Some(family)
    }

    /// A method that can have a copy.
    fn member(&self, start: usize, target: MethodTarget) -> Option<MethodId> {
        let MethodTarget::Declared(class, method) = target else { return None };
        let described = &self.world.classes[class];
        let settled = !self.world.is_unsettled(start) && !self.world.is_unsettled(class) && described.rewritten();
        let old = described.is_interface() && self.program.versions.get(class) < Some(&FIRST_MAJOR_WITH_DEFAULTS);
        let is_static = described.methods[method].is_static();
        (settled && !old && !is_static).then(|| self.world.method_id(class, method))
    }

    /// The redirection of a call; `None` if it stays as it is.
    pub(super) fn redirect(&self, call: &Call) -> Option<Redirect> {
        if call.opcode == op::INVOKEDYNAMIC || known(&call.class, &call.name, &call.desc).is_some() {
            return None;
        }
        let start = self.world.find(&call.class)?;
        let goes = if is_bound(call) {
            self.bound(start, call).is_some_and(|target| self.copies.contains_key(&target))
        } else {
            let key = (call.class.clone(), call.name.clone(), call.desc.clone());
            self.families.get(&key) == Some(&true)
        };
        let interface = self.world.classes[start].is_interface();
        goes.then(|| Redirect { class: call.class.clone(), interface })
    }

    /// The distance of the callers of a method's copy.
    pub(super) fn reach(&self, method: MethodId) -> Reach {
        let (class, at) = self.world.method_at(method);
        let declared = &self.world.classes[class].methods[at];
        let selected = declared.is_inheritable() && self.world.names.member(declared.signature).0 != "<init>";
        if selected { Reach::Anywhere } else { self.reaches.get(&method).copied().unwrap_or(Reach::Anywhere) }
    }

    /// True if the field that a constant of the class names is only assigned by constructors, as far as tasks run.
    pub(super) fn is_fixed(&self, class: &ClassFile<'_>, constant: u16) -> bool {
        let Ok(field) = class.constant_pool.member_ref(constant) else { return false };
        let named = FieldName {
            class: field.class.into_owned(),
            name: field.name.into_owned(),
            desc: field.descriptor.into_owned(),
        };
        !self.written.contains(&declared(self.world, &named))
    }

    /// The name of the method's class if that holds marks.
    pub(super) fn marks_here(&self, method: MethodId) -> Option<String> {
        let (class, _) = self.world.method_at(method);
        self.marked.contains(&class).then(|| self.world.name(class).to_owned())
    }

    /// The class with the mark of objects that a call copies, as `Object.clone` does.
    pub(super) fn cloned_mark(&self, world: &World, call: &Call) -> Option<String> {
        if call.name != "clone" || call.desc != "()Ljava/lang/Object;" || call.class.starts_with('[') {
            return None;
        }
        let start = world.find(&call.class);
        // `super.clone()` of a class outside copies the caller itself.
        let itself = (call.opcode == op::INVOKESPECIAL).then_some(&call.named_in);
        let caller = start.or_else(|| world.find(itself?))?;
        let signature = world.names.signature(&call.name, &call.desc);
        let own = start.zip(signature).map(|(start, signature)| world.method_of(start, signature));
        if matches!(own, Some(MethodTarget::Declared(..))) {
            return None;
        }
        let holder = world.identity_holder(caller).filter(|holder| self.marked.contains(holder))?;
        Some(world.name(holder).to_owned())
    }
}

/// The call selects no other method than the one that it names.
fn is_bound(call: &Call) -> bool {
    matches!(call.opcode, op::INVOKESTATIC | op::INVOKESPECIAL)
}
