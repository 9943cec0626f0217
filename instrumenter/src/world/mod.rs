//! The closed world: all classes given to one instrumentation, with their hierarchy.
//!
//! Calls and field accesses are resolved in it (JVMS §5.4.3). What is not in it is *library*: unknown, untraced code. It
//! is built in one pass over the class files, and is all that is kept of them until they are rewritten, one by one.

mod calls;
mod class;
mod counted;
mod elements;
mod hierarchy;
mod names;
mod resolve;
mod templates;
mod upcalls;
mod variants;

pub(crate) use calls::{CallKind, Caller, classify};
pub(crate) use class::{Description, MethodDecl, describe, source_file};
pub(crate) use elements::{Holder, Worked};
pub(crate) use names::{Name, Signature};
pub(crate) use resolve::{FieldTarget, MethodTarget};
pub(crate) use upcalls::{CLASS_DEFINITION, FROM_NAME_OF_TRANSFORMED};

use paratrace_traceformat::map::{MethodId, Untraced};
use rustc_hash::{FxHashMap, FxHashSet};

use self::class::{Declared, FieldDecl, WorldClass};
use self::hierarchy::Hierarchy;
use self::names::Names;
use self::resolve::Implementations;
use self::upcalls::Handle;
use crate::access_flags::{ACC_FINAL, ACC_PROTECTED, ACC_PUBLIC};
use crate::accessors::{Denoted, Memory};
use crate::jdk::{self, Leaves};
use crate::library;

/// Classes of the library and those above them of which it is known that no method runs code of the program.
const BELOW: [(&str, &str); 1] = [("java/security/SecureRandom", "java/util/Random")];

/// All classes, with indices for frequent questions.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) classes: Vec<WorldClass>,
    /// First method id of each class; ids follow the order of classes and methods.
    pub(crate) method_base: Vec<u32>,
    pub(crate) static_slots: u32,
    pub(crate) names: Names,
    by_name: FxHashMap<Name, usize>,
    /// See [`World::is_unsettled`].
    unsettled: Vec<bool>,
    /// Index of each declared method and field within its class.
    methods: FxHashMap<(usize, Signature), usize>,
    fields: FxHashMap<(usize, Signature), usize>,
    hierarchy: Hierarchy,
    /// Signatures of all instance methods, to know which library methods may be overridden.
    instance_methods: FxHashSet<Signature>,
    /// Result types of `invokedynamic` instructions, and whether the program makes classes while it runs.
    lambda_interfaces: FxHashSet<Name>,
    makes_classes: bool,
    remakes_classes: bool,
    /// Methods behind handles that the JVM calls, and whether a class of a traced JDK has the handle.
    handles: Vec<(Handle, bool)>,
    implementations: Implementations,
    /// The program runs on a traced JDK, whose classes come first.
    on_jdk: bool,
    /// Calls of the program into that JDK whose effects are known are only counted.
    counts: bool,
    /// How a traced JDK accesses memory by object and offset.
    pub(crate) memory: Option<Memory>,
    /// What offsets and handles denote that static fields of classes keep.
    denoted: FxHashMap<(usize, Signature), Denoted>,
    /// Library classes that classes of the program extend.
    extended: FxHashSet<String>,
    /// Library methods that are no leaves in a traced JDK, though they are known as such.
    open_leaves: FxHashSet<jdk::Member>,
}

impl World {
    /// Creates a world without classes, of a program that runs on a traced JDK or not.
    pub(crate) fn new(on_jdk: bool) -> World {
        World { on_jdk, ..World::default() }
    }

    /// From now on, calls of a traced JDK with known effects are only counted.
    pub(crate) fn count_library(&mut self) {
        self.counts = self.on_jdk;
    }

    /// Adds a class behind those that are there.
    pub(crate) fn add(&mut self, described: Description) {
        let index = self.classes.len();
        let names = &mut self.names;
        let name = names.add(&described.name);
        let first = *self.by_name.entry(name).or_insert(index);
        if first != index {
            self.classes[first].ambiguous = true;
        }
        let super_name = described.super_name.map(|name| names.add(&name));
        let interfaces = described.interfaces.iter().map(|name| names.add(name)).collect();
        let source = described.source.map(|name| names.add(&name));
        self.lambda_interfaces.extend(described.lambda_interfaces.iter().map(|name| names.add(name)));
        self.makes_classes |= described.makes_classes;
        self.remakes_classes |= described.redefines_classes;
        self.handles.extend(described.handles.into_iter().map(|handle| (handle, described.of_jdk)));
        let fields = self.declare_fields(index, &described.fields);
        let methods = self.declare_methods(index, &described.methods);
        for constant in described.accessors {
            let signature = self.names.add_signature(&constant.name, &constant.desc);
            self.denoted.insert((index, signature), constant.denotes);
        }
        self.method_base.push(self.method_base.last().copied().unwrap_or(0) + self.methods_of_last());
        self.classes.push(WorldClass {
            name,
            super_name,
            interfaces,
            access: described.access,
            source,
            origin: described.origin.into(),
            fields,
            methods,
            untraced: described.untraced,
            of_jdk: described.of_jdk,
            ambiguous: first != index,
        });
    }

    fn methods_of_last(&self) -> u32 {
        self.classes.last().map_or(0, |class| u32::try_from(class.methods.len()).unwrap_or(u32::MAX))
    }

    fn declare_fields(&mut self, class: usize, fields: &[Declared]) -> Box<[FieldDecl]> {
        let declare = |(position, field): (usize, &Declared)| {
            let signature = self.names.add_signature(&field.name, &field.desc);
            self.fields.entry((class, signature)).or_insert(position);
            FieldDecl { signature, access: field.access, slot: 0 }
        };
        fields.iter().enumerate().map(declare).collect()
    }

    fn declare_methods(&mut self, class: usize, methods: &[Declared]) -> Box<[MethodDecl]> {
        let declare = |(position, method): (usize, &Declared)| {
            let signature = self.names.add_signature(&method.name, &method.desc);
            self.methods.entry((class, signature)).or_insert(position);
            let declared = MethodDecl { signature, access: method.access, untraced: method.untraced };
            if declared.is_inheritable() {
                self.instance_methods.insert(signature);
            }
            declared
        };
        methods.iter().enumerate().map(declare).collect()
    }

    /// All classes are there: links the hierarchy and numbers the fields.
    pub(crate) fn link(&mut self) {
        self.unify_variants();
        self.find_unsettled();
        self.hierarchy = Hierarchy::link(self);
        self.find_upcalls();
        self.number_fields();
        self.find_untraced();
        self.extended = self.extended_of_library();
    }

    fn extended_of_library(&self) -> FxHashSet<String> {
        let own = self.classes.iter().filter(|class| !class.of_jdk);
        let supers = own.filter_map(|class| class.super_name);
        let is_of_library = |name: &Name| self.by_name.get(name).is_none_or(|&class| self.classes[class].of_jdk);
        supers.filter(is_of_library).map(|name| self.names.text(name).to_owned()).collect()
    }

    /// Takes what is known of the leaves of a traced JDK.
    pub(crate) fn leave(&mut self, leaves: Leaves) {
        let within = leaves.within.into_iter().map(|method| (method, Untraced::Runtime));
        let initializers = leaves.initializers.into_iter().map(|method| (method, Untraced::CalledByJvm));
        for ((class, method), reason) in within.chain(initializers) {
            self.classes[class].methods[method].untraced.get_or_insert(reason);
        }
        self.open_leaves = leaves.open;
        self.find_untraced();
    }

    /// True if a call of exactly this library method cannot run code that is traced.
    pub(crate) fn is_leaf(&self, class: &str, name: &str, desc: &str) -> bool {
        library::is_leaf(class, name, desc)
            && !self.is_open_leaf(class, name, desc)
            && !self.may_run_overrides(class, name, desc)
    }

    /// True if the program has a class below this one, and the method may call what that overrides: `nextInt` of a generator calls `next`.
    fn may_run_overrides(&self, class: &str, name: &str, desc: &str) -> bool {
        let is_above = |extended: &String| extended == class || BELOW.contains(&(extended, class));
        library::is_leaf_by_class(class, name, desc) && self.extended.iter().any(is_above)
    }

    /// The same of a constructor in a `new` expression.
    pub(crate) fn is_leaf_constructor(&self, class: &str, desc: &str) -> bool {
        library::is_leaf_constructor(class, desc) && !self.is_open_leaf(class, "<init>", desc)
    }

    fn is_open_leaf(&self, class: &str, name: &str, desc: &str) -> bool {
        !self.open_leaves.is_empty() && self.open_leaves.contains(&(class.to_owned(), name.to_owned(), desc.to_owned()))
    }

    /// Marks a method (or, without one, a whole class) as untraced, so that it stays as it is.
    pub(crate) fn mark_untraced(&mut self, class: usize, method: Option<usize>, reason: Untraced) {
        match method {
            Some(method) => {
                let left = &mut self.classes[class].methods[method].untraced;
                // A method that cannot be rewritten cannot pause the recording, so the new reason prevails.
                if left.is_none_or(|left| left == Untraced::CalledByJvm) {
                    *left = Some(reason);
                }
            }
            None => self.mark_class_untraced(class, reason),
        }
    }

    /// The class of that name, if it is in the world.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.names.find(name).and_then(|name| self.named(name))
    }

    /// The class of that name, if it is in the world.
    pub(crate) fn named(&self, name: Name) -> Option<usize> {
        self.by_name.get(&name).copied()
    }

    /// What the offset or handle denotes that a static field of a class keeps.
    pub(crate) fn denoted(&self, class: usize, name: &str, desc: &str) -> Option<&Denoted> {
        self.denoted.get(&(class, self.names.signature(name, desc)?))
    }

    /// A class's name.
    pub(crate) fn name(&self, class: usize) -> &str {
        self.names.text(self.classes[class].name)
    }

    /// Global id of a method.
    pub(crate) fn method_id(&self, class: usize, method: usize) -> MethodId {
        MethodId::new(self.method_base[class] + u32::try_from(method).unwrap_or(u32::MAX))
    }

    /// True if the program makes classes while it runs, which may override any method.
    pub(crate) fn makes_classes(&self) -> bool {
        self.makes_classes
    }

    /// True if the program has class file transformers, or redefines classes: agents of its own, which may give any method other code while it
    /// runs.
    pub(crate) fn remakes_classes(&self) -> bool {
        self.remakes_classes
    }

    /// True if some class of the world has an instance method of that name and descriptor.
    pub(crate) fn may_override(&self, name: &str, desc: &str) -> bool {
        self.names.signature(name, desc).is_some_and(|signature| self.instance_methods.contains(&signature))
    }

    /// The topmost rewritten class above (or at) `class`: it holds the object number of all objects of these classes.
    pub(crate) fn identity_holder(&self, class: usize) -> Option<usize> {
        let holders = self.supers(class).filter(|&c| self.classes[c].rewritten() && !self.classes[c].is_interface());
        holders.last().map(|holder| self.first(holder))
    }

    /// True if there is a class of that name in the traced JDK: a JVM loads that one, whatever the program has.
    pub(crate) fn is_in_jdk(&self, name: &str) -> bool {
        self.on_jdk && (jdk::is_outside(name) || self.find(name).is_some_and(|class| self.classes[class].of_jdk))
    }

    /// True if a class that is not in the world has an initialiser, as far as is known, that may call a traced JDK.
    pub(crate) fn may_initialize(&self, class: &str) -> bool {
        self.on_jdk && !jdk::is_prepared(class)
    }

    /// True if classes that are not in the world may override a method: what a JDK is rewritten for are all programs.
    pub(crate) fn is_open(&self, class: usize, method: &MethodDecl) -> bool {
        let visible = ACC_PUBLIC | ACC_PROTECTED;
        let described = &self.classes[class];
        described.of_jdk && described.access & (ACC_PUBLIC | ACC_FINAL) == ACC_PUBLIC && method.access & visible != 0
    }

    /// True if a super class outside may copy the holder's objects as `Object.clone` does. `Object.clone` itself is
    /// called by rewritten code; enums and records are never copied.
    pub(crate) fn may_be_copied(&self, holder: usize) -> bool {
        const NEVER: [&str; 3] = ["java/lang/Object", "java/lang/Enum", "java/lang/Record"];
        self.classes[holder].super_name.is_some_and(|name| !NEVER.contains(&self.names.text(name)))
    }

    /// Static fields are numbered in order, instance fields behind those of the super classes.
    fn number_fields(&mut self) {
        let mut sizes: Vec<Option<u32>> = vec![None; self.classes.len()];
        for index in 0..self.classes.len() {
            let unknown: Vec<usize> = self.supers(index).take_while(|&class| sizes[class].is_none()).collect();
            let known = unknown.last().map_or(index, |&top| self.super_of(top).unwrap_or(top));
            let mut size = sizes[known].unwrap_or(0);
            for class in unknown.into_iter().rev() {
                if sizes[class].is_none() {
                    size = self.number_class(class, size);
                    sizes[class] = Some(size);
                }
            }
        }
    }

    fn number_class(&mut self, class: usize, inherited: u32) -> u32 {
        let mut next = inherited;
        for field in &mut self.classes[class].fields {
            let counter = if field.is_static() { &mut self.static_slots } else { &mut next };
            field.slot = *counter;
            *counter += 1;
        }
        next
    }
}
