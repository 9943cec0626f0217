//! What runs inside of calls that cannot call back.
//!
//! A call of a library method that is known to be a leaf ends no path, so that nothing may be recorded while it runs. In a traced
//! JDK, that is so only if what the method calls is not traced either. Few methods of the JDK are left untraced for that; a
//! method that calls more, or whose calls depend on an object's class, is no leaf there. Initialisers of classes pause the recording.
//!
//! The constructors of what the JVM throws are called in the middle of instructions: all that they call is left untraced.

#[cfg(test)]
mod tests;

use paratrace_classfile::{ClassFile, Code, Instruction, Member as Declared, MemberRef, Operands, opcodes as op};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access_flags::ACC_FINAL;
use crate::jdk::{Leaves, Member, is_thrown_by_jvm};
use crate::library;
use crate::limits;
use crate::world::{MethodTarget, World};

/// A leaf that calls others than methods of its class only for hashes of strings, and for an error that no caller makes it throw.
const ALONE: (&str, &str) = ("jdk/internal/util/ArraysSupport", "vectorizedHashCode");

/// What is done with a handle for the first time is made for it first, which calls much of the JDK.
const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";

/// Reads a class by its name and shows it.
pub(crate) trait Classes {
    /// The names of the classes outside of the world, sorted.
    fn outside(&self) -> Vec<&str>;

    /// Shows a class, of the world or outside of it, if there is one of the name and it can be read.
    fn show<R>(&self, world: &World, name: &str, look: impl FnOnce(&ClassFile<'_>) -> R) -> Option<R>;
}

impl Leaves {
    /// Adds a method that is known as a leaf, with all that it calls. Some have to be leaves, whatever that is.
    fn add(&mut self, leaf: Member, closure: Closure, must_be_leaf: bool) {
        if closure.is_leaf() || must_be_leaf {
            self.within.extend(closure.within);
            self.initializers.extend(closure.initializers);
        } else {
            self.open.insert(leaf);
        }
    }
}

/// Finds what becomes of all leaves.
pub(crate) fn leaves(world: &World, classes: &impl Classes) -> Leaves {
    let mut found = Leaves::default();
    let mut bodies = Bodies::new(world, classes);
    for name in classes.outside() {
        for leaf in classes.show(world, name, |class| leaves_of(class, name)).unwrap_or_default() {
            let closure = Closure::of(Method::Outside(leaf.clone()), None, &mut bodies);
            found.add(leaf, closure, is_thrown_by_jvm(name));
        }
        found.open.extend(inherited_leaves(world, classes, name));
    }
    for (class, method) in untraced_leaves(world) {
        let (name, desc) = world.names.member(world.classes[class].methods[method].signature);
        let of = world.name(class);
        let alone = ((of, name) == ALONE).then_some(class);
        let closure = Closure::of(Method::World(class, method), alone, &mut bodies);
        let must_be_leaf = library::copies_front(of, name, desc);
        found.add((of.to_owned(), name.to_owned(), desc.to_owned()), closure, must_be_leaf);
    }
    found
}

/// Methods of the world that are leaves, as far as the library is known, and are not traced whatever is found here.
fn untraced_leaves(world: &World) -> Vec<(usize, usize)> {
    let of_jdk = world.classes.iter().enumerate().filter(|(_, class)| class.of_jdk);
    let methods =
        of_jdk.flat_map(|(number, class)| (0..class.methods.len()).map(move |method| (number, class, method)));
    let leaves = methods.filter(|&(number, class, method)| {
        let declared = &class.methods[method];
        let (name, desc) = world.names.member(declared.signature);
        let of = world.name(number);
        // While one runs that pauses the recording, nothing is recorded, whatever it calls.
        let is_silent = declared.untraced.is_some() && !declared.pauses();
        is_silent && (library::is_leaf(of, name, desc) || library::copies_front(of, name, desc))
    });
    leaves.map(|(number, _, method)| (number, method)).collect()
}

/// The methods of a class that are leaves, as far as the library is known.
fn leaves_of(class: &ClassFile<'_>, owner: &str) -> Vec<Member> {
    let pool = &class.constant_pool;
    let is_leaf = |name: &str, desc: &str| {
        let is_constructor = name == "<init>";
        library::is_leaf(owner, name, desc)
            || is_constructor && (is_thrown_by_jvm(owner) || library::is_leaf_constructor(owner, desc))
    };
    let named = class.methods.iter().filter_map(|method| {
        let (name, desc) = (method.name(pool).ok()?, method.descriptor(pool).ok()?);
        is_leaf(&name, &desc).then(|| (owner.to_owned(), name.into_owned(), desc.into_owned()))
    });
    named.collect()
}

/// Methods that a class outside of the world is known to have as leaves, but has from an interface of the world, which is traced.
fn inherited_leaves(world: &World, classes: &impl Classes, owner: &str) -> Vec<Member> {
    let interfaces =
        |class: &ClassFile<'_>| class.interface_names().flatten().filter_map(|name| world.find(&name)).collect();
    let interfaces: Vec<usize> = classes.show(world, owner, interfaces).unwrap_or_default();
    let methods = interfaces.into_iter().flat_map(|interface| &world.classes[interface].methods);
    let traced = methods.filter(|method| method.untraced.is_none()).map(|method| world.names.member(method.signature));
    let is_leaf =
        |(name, desc): &(&str, &str)| library::is_leaf(owner, name, desc) && !has(world, classes, owner, (name, desc));
    traced.filter(is_leaf).map(|(name, desc)| (owner.to_owned(), name.to_owned(), desc.to_owned())).collect()
}

/// The method of this name and descriptor that a class declares.
fn declared<'c, 'a>(class: &'c ClassFile<'a>, name: &str, desc: &str) -> Option<&'c Declared<'a>> {
    let pool = &class.constant_pool;
    class.methods.iter().find(|method| {
        let found = (method.name(pool), method.descriptor(pool));
        matches!(found, (Ok(n), Ok(d)) if n == name && d == desc)
    })
}

/// Whether a class outside of the world, or one above it, declares a method.
fn has(world: &World, classes: &impl Classes, owner: &str, (name, desc): (&str, &str)) -> bool {
    let look = |class: &ClassFile<'_>| {
        let above = class.super_name().ok().flatten().map(std::borrow::Cow::into_owned);
        (declared(class, name, desc).is_some(), above)
    };
    let Some((declares, above)) = classes.show(world, owner, look) else { return false };
    declares || above.is_some_and(|above| has(world, classes, &above, (name, desc)))
}

/// All that a method calls.
#[derive(Debug, Default)]
struct Closure {
    within: FxHashSet<(usize, usize)>,
    initializers: FxHashSet<(usize, usize)>,
    /// Some of what it calls depends on the class of an object.
    is_open: bool,
}

impl Closure {
    /// All that is called, or only the methods of one class.
    fn of(leaf: Method, alone: Option<usize>, bodies: &mut Bodies<'_, impl Classes>) -> Closure {
        let mut closure = Closure::default();
        let mut seen = FxHashSet::from_iter([leaf.clone()]);
        let mut todo = vec![leaf];
        while let Some(method) = todo.pop() {
            for used in bodies.uses(&method) {
                if alone.is_some_and(|class| !used.is_of(class)) {
                    continue;
                }
                match used {
                    Use::Initializer(class, method) => drop(closure.initializers.insert((*class, *method))),
                    Use::Open => closure.is_open = true,
                    Use::Call(called) => {
                        if let Method::World(class, method) = *called {
                            closure.within.insert((class, method));
                        }
                        if seen.insert(called.clone()) {
                            todo.push(called.clone());
                        }
                    }
                }
            }
        }
        closure
    }

    fn is_leaf(&self) -> bool {
        !self.is_open && self.within.len() <= limits::METHODS_WITHIN_LEAF
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Method {
    World(usize, usize),
    Outside(Member),
}

/// What an instruction makes run.
#[derive(Debug, Clone)]
pub(super) enum Use {
    Call(Method),
    Initializer(usize, usize),
    /// Any method of a kind.
    Open,
}

impl Use {
    fn is_of(&self, class: usize) -> bool {
        matches!(self, Use::Call(Method::World(of, _)) if *of == class)
    }
}

/// What the code of methods makes run, found once.
pub(super) struct Bodies<'w, C> {
    world: &'w World,
    classes: &'w C,
    known: FxHashMap<Method, Vec<Use>>,
}

impl<'w, C: Classes> Bodies<'w, C> {
    pub(super) fn new(world: &'w World, classes: &'w C) -> Self {
        Bodies { world, classes, known: FxHashMap::default() }
    }

    pub(super) fn uses(&mut self, method: &Method) -> &[Use] {
        if !self.known.contains_key(method) {
            let uses = self.find(method);
            self.known.insert(method.clone(), uses);
        }
        &self.known[method]
    }

    fn find(&self, method: &Method) -> Vec<Use> {
        let world = self.world;
        let (owner, name, desc) = match method {
            Method::World(class, method) => {
                let (name, desc) = world.names.member(world.classes[*class].methods[*method].signature);
                (world.name(*class), name, desc)
            }
            Method::Outside((owner, name, desc)) => (&**owner, &**name, &**desc),
        };
        let found = self.classes.show(world, owner, |class| self.within(class, name, desc));
        found.unwrap_or_default()
    }

    /// What a method of a class uses; one that the class inherits is that of the super class.
    fn within(&self, class: &ClassFile<'_>, name: &str, desc: &str) -> Vec<Use> {
        let Some(method) = declared(class, name, desc) else {
            let above = class.super_name().ok().flatten();
            return above.map(|above| Use::Call(self.resolve(&above, name, desc))).into_iter().collect();
        };
        let Ok(Some(code)) = Code::of(class, method) else { return Vec::new() };
        code.instructions().flatten().flat_map(|insn| self.used(class, &insn)).collect()
    }

    fn used(&self, class: &ClassFile<'_>, insn: &Instruction) -> Vec<Use> {
        let pool = &class.constant_pool;
        let Operands::Constant(index) = insn.operands else { return Vec::new() };
        if insn.opcode == op::NEW {
            return pool.class_name(index).ok().and_then(|name| self.initializer(&name)).into_iter().collect();
        }
        let member = || pool.member_ref(index).ok().filter(|member| !member.class.starts_with('['));
        match insn.opcode {
            op::GETSTATIC | op::PUTSTATIC => member().and_then(|it| self.initializer(&it.class)).into_iter().collect(),
            op::INVOKESTATIC | op::INVOKESPECIAL | op::INVOKEVIRTUAL => {
                let Some(MemberRef { class, name, descriptor, .. }) = member() else { return Vec::new() };
                let initializer = (insn.opcode == op::INVOKESTATIC).then(|| self.initializer(&class)).flatten();
                let called = self.resolve(&class, &name, &descriptor);
                let fixed = insn.opcode != op::INVOKEVIRTUAL || self.is_fixed(&called);
                let call = (!self.is_apart(&called)).then_some(if fixed { Use::Call(called) } else { Use::Open });
                let by_handle = (class == VAR_HANDLE).then_some(Use::Open);
                initializer.into_iter().chain(call).chain(by_handle).collect()
            }
            op::INVOKEINTERFACE | op::INVOKEDYNAMIC => vec![Use::Open],
            _ => Vec::new(),
        }
    }

    pub(super) fn resolve(&self, class: &str, name: &str, desc: &str) -> Method {
        match self.world.method(class, name, desc) {
            MethodTarget::Declared(owner, method) => Method::World(owner, method),
            MethodTarget::Library => Method::Outside((class.to_owned(), name.to_owned(), desc.to_owned())),
        }
    }

    /// True if a method runs as it does elsewhere, whoever calls it: nothing is recorded meanwhile, or what it calls is untraced.
    fn is_apart(&self, method: &Method) -> bool {
        match method {
            Method::World(class, method) => self.world.classes[*class].methods[*method].pauses(),
            Method::Outside((class, name, _)) => name == "<init>" && is_thrown_by_jvm(class),
        }
    }

    /// True if a virtual call selects this method, whatever the object. Outside of the world, classes are final but for those that
    /// strings are built with, which override with leaves.
    fn is_fixed(&self, method: &Method) -> bool {
        let Method::World(class, method) = *method else { return true };
        let class = &self.world.classes[class];
        (class.access | class.methods[method].access) & ACC_FINAL != 0 || class.methods[method].is_private()
    }

    /// The initialiser of a class of the world, or the first one above it.
    fn initializer(&self, class: &str) -> Option<Use> {
        match self.world.method(class, "<clinit>", "()V") {
            MethodTarget::Declared(class, method) => Some(Use::Initializer(class, method)),
            MethodTarget::Library => None,
        }
    }
}
