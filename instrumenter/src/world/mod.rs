//! The closed world: all classes given to one instrumentation, with their hierarchy.
//!
//! Calls and field accesses are resolved in it (JVMS §5.4.3). What is not in it is *library*: unknown, untraced code.

mod calls;
mod library;
mod resolve;

pub(crate) use calls::{CallKind, classify};
pub(crate) use resolve::{FieldTarget, MethodTarget};

use paratrace_classfile::{ClassFile, Code, opcodes as op};
use paratrace_traceformat::map::Untraced;
use rustc_hash::FxHashMap;

use crate::selection::Selection;

pub(crate) const ACC_PRIVATE: u16 = 0x0002;
pub(crate) const ACC_STATIC: u16 = 0x0008;
pub(crate) const ACC_FINAL: u16 = 0x0010;
pub(crate) const ACC_INTERFACE: u16 = 0x0200;
pub(crate) const ACC_ABSTRACT: u16 = 0x0400;
pub(crate) const ACC_NATIVE: u16 = 0x0100;

/// A field as declared.
#[derive(Debug, Clone)]
pub(crate) struct FieldDecl {
    pub(crate) name: String,
    pub(crate) desc: String,
    pub(crate) access: u16,
    /// Slot among the static fields of the world, or within the object (super classes first).
    pub(crate) slot: u32,
}

impl FieldDecl {
    pub(crate) fn is_static(&self) -> bool {
        self.access & ACC_STATIC != 0
    }
}

/// A method as declared.
#[derive(Debug, Clone)]
pub(crate) struct MethodDecl {
    pub(crate) name: String,
    pub(crate) desc: String,
    pub(crate) access: u16,
    /// Why it is not traced.
    pub(crate) untraced: Option<Untraced>,
}

impl MethodDecl {
    pub(crate) fn is_static(&self) -> bool {
        self.access & ACC_STATIC != 0
    }

    pub(crate) fn is_abstract(&self) -> bool {
        self.access & ACC_ABSTRACT != 0
    }
}

/// A class of the world.
#[derive(Debug, Clone)]
pub(crate) struct WorldClass {
    pub(crate) name: String,
    pub(crate) super_name: Option<String>,
    pub(crate) interfaces: Vec<String>,
    pub(crate) access: u16,
    pub(crate) source: Option<String>,
    pub(crate) origin: String,
    pub(crate) fields: Vec<FieldDecl>,
    pub(crate) methods: Vec<MethodDecl>,
    /// Why the whole class is left as it is.
    pub(crate) untraced: Option<Untraced>,
    /// Result types of its `invokedynamic` instructions.
    pub(crate) lambda_interfaces: Vec<String>,
    /// It names what makes classes at run time: proxies, `defineClass` and the like.
    pub(crate) makes_classes: bool,
    /// Another class of that name comes first on the class path or is the base version of a multi-release jar.
    pub(crate) shadowed: bool,
}

impl WorldClass {
    pub(crate) fn is_interface(&self) -> bool {
        self.access & ACC_INTERFACE != 0
    }

    /// True if its class file is changed.
    pub(crate) fn rewritten(&self) -> bool {
        self.untraced.is_none()
    }
}

/// All classes, with indices for what is asked often.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) classes: Vec<WorldClass>,
    /// First method id of each class; ids follow the order of classes and methods.
    pub(crate) method_base: Vec<u32>,
    pub(crate) static_slots: u32,
    by_name: FxHashMap<String, usize>,
    subclasses: Vec<Vec<usize>>,
    /// Classes (no interfaces) that implement each interface, in whatever way.
    implementors: Vec<Vec<usize>>,
    /// Interfaces that lambdas of the program may implement, and whether it makes classes while it runs.
    lambda_interfaces: rustc_hash::FxHashSet<String>,
    makes_classes: bool,
    /// Names and descriptors of all instance methods, to know which library methods may be overridden.
    instance_methods: rustc_hash::FxHashSet<(String, String)>,
}

impl World {
    /// Puts the classes together: hierarchy, field slots, method ids.
    pub(crate) fn new(classes: Vec<WorldClass>) -> World {
        let mut world = World { classes, ..World::default() };
        for (index, class) in world.classes.iter_mut().enumerate() {
            match world.by_name.entry(class.name.clone()) {
                std::collections::hash_map::Entry::Occupied(_) => class.shadowed = true,
                std::collections::hash_map::Entry::Vacant(place) => {
                    place.insert(index);
                }
            }
        }
        world.link_subclasses();
        world.link_implementors();
        world.number_methods();
        world.number_fields();
        world
    }

    /// The class of that name, if it is in the world.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The super class, if it is in the world.
    pub(crate) fn super_of(&self, class: usize) -> Option<usize> {
        self.classes[class].super_name.as_deref().and_then(|name| self.find(name))
    }

    /// The class and its super classes within the world, from the class upwards. Ends on cyclic (invalid) hierarchies.
    pub(crate) fn supers(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        let limit = self.classes.len() + 1;
        std::iter::successors(Some(class), |&current| self.super_of(current)).take(limit)
    }

    /// Global id of a method.
    pub(crate) fn method_id(&self, class: usize, method: usize) -> u32 {
        self.method_base[class] + u32::try_from(method).unwrap_or(u32::MAX)
    }

    /// Direct subclasses in the world.
    pub(crate) fn subclasses(&self, class: usize) -> &[usize] {
        &self.subclasses[class]
    }

    /// True if some class of the world has an instance method of that name and descriptor.
    pub(crate) fn may_override(&self, name: &str, desc: &str) -> bool {
        self.instance_methods.contains(&(name.to_owned(), desc.to_owned()))
    }

    /// The topmost rewritten class above (or at) `class`: it holds the object number of all objects of these classes.
    pub(crate) fn identity_holder(&self, class: usize) -> Option<usize> {
        self.supers(class).filter(|&c| self.classes[c].rewritten() && !self.classes[c].is_interface()).last()
    }

    /// True if class initialisation of `class` may run traced code: it or a super class has an initialiser.
    pub(crate) fn has_initializer(&self, class: usize) -> bool {
        let has = |c: usize| {
            let class = &self.classes[c];
            class.rewritten() && class.methods.iter().any(|m| m.name == "<clinit>" && m.untraced.is_none())
        };
        self.supers(class).any(|c| has(c) || self.interface_initializer(c, &has, 0))
    }

    fn interface_initializer(&self, class: usize, has: &impl Fn(usize) -> bool, depth: usize) -> bool {
        if depth > 64 {
            return true;
        }
        let interfaces = self.classes[class].interfaces.iter().filter_map(|name| self.find(name));
        interfaces.into_iter().any(|i| has(i) || self.interface_initializer(i, has, depth + 1))
    }

    fn link_subclasses(&mut self) {
        self.subclasses = vec![Vec::new(); self.classes.len()];
        for index in 0..self.classes.len() {
            if let Some(parent) = self.super_of(index) {
                self.subclasses[parent].push(index);
            }
        }
        for class in &self.classes {
            for method in class.methods.iter().filter(|m| !m.is_static() && m.access & ACC_PRIVATE == 0) {
                self.instance_methods.insert((method.name.clone(), method.desc.clone()));
            }
        }
    }

    fn link_implementors(&mut self) {
        self.implementors = vec![Vec::new(); self.classes.len()];
        for index in (0..self.classes.len()).filter(|&c| !self.classes[c].is_interface()) {
            let mut seen = rustc_hash::FxHashSet::default();
            let mut todo: Vec<usize> = self.supers(index).collect();
            while let Some(class) = todo.pop() {
                let interfaces = self.classes[class].interfaces.iter().filter_map(|name| self.find(name));
                let new: Vec<usize> = interfaces.filter(|&i| seen.insert(i)).collect();
                todo.extend(new);
            }
            for interface in seen {
                self.implementors[interface].push(index);
            }
        }
        for class in &self.classes {
            self.makes_classes |= class.makes_classes;
            self.lambda_interfaces.extend(class.lambda_interfaces.iter().cloned());
        }
    }

    /// All classes behind an interface of the world, if no lambda or proxy can stand behind it as well.
    pub(crate) fn only_implementors(&self, interface: usize) -> Option<&[usize]> {
        let class = &self.classes[interface];
        let hidden = self.makes_classes || self.implemented_by_lambda(interface);
        (class.is_interface() && !class.shadowed && !hidden).then_some(&self.implementors[interface])
    }

    /// A lambda of a sub-interface implements it, too.
    fn implemented_by_lambda(&self, interface: usize) -> bool {
        self.lambda_interfaces.iter().any(|name| match self.find(name) {
            Some(found) => found == interface || self.extends_interface(found, interface, 0),
            None => false,
        })
    }

    fn extends_interface(&self, from: usize, to: usize, depth: usize) -> bool {
        let mut parents = self.classes[from].interfaces.iter().filter_map(|name| self.find(name));
        depth > 64 || parents.any(|parent| parent == to || self.extends_interface(parent, to, depth + 1))
    }

    fn number_methods(&mut self) {
        let mut next = 0u32;
        for class in &self.classes {
            self.method_base.push(next);
            next += u32::try_from(class.methods.len()).unwrap_or(u32::MAX);
        }
    }

    /// Static fields are numbered in order, instance fields behind those of the super classes.
    fn number_fields(&mut self) {
        let mut sizes: Vec<Option<u32>> = vec![None; self.classes.len()];
        for index in 0..self.classes.len() {
            let chain: Vec<usize> = self.supers(index).collect();
            let mut size = 0;
            for &class in chain.iter().rev() {
                size = match sizes[class] {
                    Some(known) => known,
                    None => {
                        let known = self.number_class(class, size);
                        sizes[class] = Some(known);
                        known
                    }
                };
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

/// Reads what the world needs to know of a class file.
pub(crate) fn describe(
    class: &ClassFile<'_>,
    origin: String,
    selection: &Selection,
) -> paratrace_classfile::Result<WorldClass> {
    let pool = &class.constant_pool;
    let name = class.name()?.into_owned();
    let untraced = selection.class(&name, class.access_flags);
    let mut fields = Vec::with_capacity(class.fields.len());
    for field in &class.fields {
        let (name, desc) = (field.name(pool)?.into_owned(), field.descriptor(pool)?.into_owned());
        fields.push(FieldDecl { name, desc, access: field.access_flags, slot: 0 });
    }
    let mut methods = Vec::with_capacity(class.methods.len());
    for method in &class.methods {
        let (method_name, desc) = (method.name(pool)?.into_owned(), method.descriptor(pool)?.into_owned());
        let untraced = untraced
            .or_else(|| selection.method(&name, &method_name))
            .or_else(|| without_code(method.access_flags))
            .or_else(|| {
                (desc == "()V" && is_empty_finalizer(class, method, &method_name)).then_some(Untraced::EmptyFinalizer)
            })
            .or_else(|| uses_subroutines(class, method).then_some(Untraced::Subroutine));
        methods.push(MethodDecl { name: method_name, desc, access: method.access_flags, untraced });
    }
    let source = class.attribute("SourceFile").and_then(|a| source_file(class, a.data));
    Ok(WorldClass {
        super_name: class.super_name()?.map(|n| n.into_owned()),
        interfaces: class.interface_names().map(|n| n.map(|n| n.into_owned())).collect::<Result<_, _>>()?,
        access: class.access_flags,
        name,
        source,
        origin,
        fields,
        methods,
        untraced,
        lambda_interfaces: dynamic_results(class),
        makes_classes: names_class_maker(class),
        shadowed: false,
    })
}

fn without_code(access: u16) -> Option<Untraced> {
    match access {
        _ if access & ACC_ABSTRACT != 0 => Some(Untraced::Abstract),
        _ if access & ACC_NATIVE != 0 => Some(Untraced::Native),
        _ => None,
    }
}

/// HotSpot knows by this one instruction that objects of the class need no finalization.
fn is_empty_finalizer(class: &ClassFile<'_>, method: &paratrace_classfile::Member<'_>, name: &str) -> bool {
    name == "finalize" && matches!(Code::of(class, method), Ok(Some(code)) if code.code == [op::RETURN])
}

/// `jsr` and `ret` only occur in class files up to version 49 (JVMS §4.9.1).
fn uses_subroutines(class: &ClassFile<'_>, method: &paratrace_classfile::Member<'_>) -> bool {
    if class.major_version > 49 {
        return false;
    }
    let Ok(Some(code)) = Code::of(class, method) else { return false };
    code.instructions().flatten().any(|i| matches!(i.opcode, op::JSR | op::JSR_W | op::RET))
}

/// What `invokedynamic` instructions return: lambdas of these interfaces may exist.
fn dynamic_results(class: &ClassFile<'_>) -> Vec<String> {
    let pool = &class.constant_pool;
    let mut found = Vec::new();
    for (_, constant) in pool.iter() {
        let paratrace_classfile::Constant::InvokeDynamic { name_and_type, .. } = constant else { continue };
        let Ok((_, desc)) = pool.name_and_type(name_and_type) else { continue };
        let result = desc.rsplit_once(")L").and_then(|(_, name)| name.strip_suffix(';'));
        found.extend(result.map(str::to_owned));
    }
    found.sort();
    found.dedup();
    found
}

fn names_class_maker(class: &ClassFile<'_>) -> bool {
    let pool = &class.constant_pool;
    const MAKERS: [&[u8]; 4] =
        [b"java/lang/reflect/Proxy", b"defineClass", b"defineHiddenClass", b"defineAnonymousClass"];
    pool.iter()
        .any(|(_, constant)| matches!(constant, paratrace_classfile::Constant::Utf8(text) if MAKERS.contains(&text)))
}

fn source_file(class: &ClassFile<'_>, data: &[u8]) -> Option<String> {
    let index = u16::from_be_bytes([*data.first()?, *data.get(1)?]);
    class.constant_pool.utf8(index).ok().map(|name| name.into_owned())
}
