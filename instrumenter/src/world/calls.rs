//! Finds how each call site is followed: docs/format.md section 1.5.

use paratrace_classfile::descriptor::{MethodDescriptor, Type};
use paratrace_classfile::{MemberRef, opcodes as op};
use paratrace_traceformat::map::{Effect, MethodId, Mode};

use super::counted::{counted_bookkeeping, is_bookkeeping, is_counted};
use super::elements::{Worked, using_states, working};
use super::{MethodTarget, World};
use crate::access_flags::{ACC_FINAL, ACC_PRIVATE};
use crate::library;

/// The facts of a call that are known before the operand stack is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallKind {
    pub(crate) mode: Mode,
    pub(crate) effect: Effect,
    pub(crate) callee: MethodId,
    pub(crate) class_recorded: bool,
    /// Arguments whose state is recorded, receiver = 0.
    pub(crate) state_args: Vec<u8>,
    /// A constructor of untraced code.
    pub(crate) initializes: bool,
    /// A traced JDK may answer it: what that makes has been recorded there.
    pub(crate) into_jdk: bool,
    /// Its inside is only counted.
    pub(crate) counted: bool,
    /// What it records if it works on elements.
    pub(crate) elements: Option<Box<Worked>>,
}

/// The class that calls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller<'a> {
    /// Its name, if a traced JDK has it.
    pub(crate) class_of_jdk: Option<&'a str>,
    /// Its code may push a class.
    pub(crate) names_classes: bool,
}

/// The bootstrap method of an `invokedynamic`: class and name.
pub(crate) type Bootstrap<'a> = (&'a str, &'a str);

/// Classifies a call. `opcode` is the invoke instruction; `new_object` tells that the receiver of an `<init>` is a `new`
/// object and not `this`; `found` is the class that is named, if it is in the world.
pub(crate) fn classify(
    world: &World,
    opcode: u8,
    (target, found): (&MemberRef<'_>, Option<usize>),
    bootstrap: Option<Bootstrap<'_>>,
    new_object: bool,
    caller: Caller<'_>,
) -> CallKind {
    let from_jdk = caller.class_of_jdk.is_some();
    let (class, name, desc) = (&*target.class, &*target.name, &*target.descriptor);
    if opcode == op::INVOKEDYNAMIC {
        return dynamic(world, desc, bootstrap);
    }
    let kind = match opcode {
        op::INVOKESTATIC | op::INVOKESPECIAL => bound(world, opcode, (class, found), name, desc, new_object),
        op::INVOKEVIRTUAL => virtual_call(world, (class, found), name, desc),
        _ => interface_call(world, (class, found), name, desc),
    };
    let has_receiver = opcode != op::INVOKESTATIC && name != "<init>";
    let can_tell = !from_jdk && (has_receiver || caller.names_classes);
    let kind = if can_tell { told_if_remade(world, kind, desc) } else { kind };
    let kind = match kind.mode {
        Mode::Leaf if from_jdk && !is_builder(class) && looks(world, (class, found), name, desc) => looking(kind),
        _ => kind,
    };
    match found.and_then(|found| boundary(world, found, name, desc)) {
        Some(_) if caller.class_of_jdk.is_some_and(|class| is_bookkeeping(class, name)) => counted_bookkeeping(kind),
        Some(_) if from_jdk => CallKind { into_jdk: kind.mode != Mode::Leaf, ..kind },
        Some((boundary, owner)) => {
            let kind = into_jdk(world, kind, opcode, (boundary, name, desc));
            let counted = is_counted(world, &kind, boundary, name, desc);
            in_order(world, CallKind { counted, ..kind }, (opcode, owner))
        }
        None if from_jdk || found.is_some() => kind,
        None => CallKind { counted: is_counted(world, &kind, class, name, desc), ..kind },
    }
}

/// True if a library method leaves its object and its arguments unchanged.
fn looks(world: &World, (class, found): Named<'_>, name: &str, desc: &str) -> bool {
    match method(world, found, name, desc) {
        MethodTarget::Declared(owner, _) => library::looks(world.name(owner), name, desc),
        MethodTarget::Library => library::looks(library_class(world, (class, found)), name, desc),
    }
}

/// A call inside of the JDK that changes nothing: only the states that it may read are recorded, and their depth is not read, as
/// all that look at a weak reference would wait for each other. Calls by the program are opaque (docs/metrics.md) whatever they do, and so
/// are those on builders of strings, whose characters have no other way.
fn looking(kind: CallKind) -> CallKind {
    let effect = if kind.effect == Effect::State { Effect::Pure } else { kind.effect };
    CallKind { effect, class_recorded: false, ..kind }
}

/// Returns the first class of a traced JDK at or above the one that is named, and the class that declares the method, if that is traced
/// there, or may be overridden by one that is.
fn boundary<'w>(world: &'w World, found: usize, name: &str, desc: &str) -> Option<(&'w str, usize)> {
    let MethodTarget::Declared(owner, method) = world.method_in(found, name, desc) else { return None };
    let declared = &world.classes[owner].methods[method];
    let is_left_out = declared.untraced.is_some() && !declared.is_abstract();
    if !world.classes[owner].of_jdk || is_left_out {
        return None;
    }
    let at = world.supers(found).find(|&class| world.classes[class].of_jdk).unwrap_or(owner);
    Some((world.name(at), owner))
}

/// A call by the program of what a traced JDK declares: what is known of the library is recorded as without a traced JDK, so that the
/// program can be judged by its own code, too.
fn into_jdk(world: &World, kind: CallKind, opcode: u8, (boundary, name, desc): (&str, &str, &str)) -> CallKind {
    let effect = library::effect(boundary, name, desc);
    match kind.mode {
        Mode::Traced | Mode::TracedVirtual => {
            let CallKind { mode, callee, .. } = kind;
            let known = opaque(Mode::Open, effect, opcode, boundary, name, desc, false);
            let known = working(world, known, (boundary, name, desc));
            CallKind { mode, callee, into_jdk: true, ..known }
        }
        Mode::Open => CallKind { effect, into_jdk: true, ..kind },
        Mode::Leaf => kind,
    }
}

/// Call sites of lambdas and string concatenations cannot call back unless `toString` of some object does, or the class initialiser of an
/// interface: the class of a lambda initialises those that have default methods (JLS §12.4.1).
fn dynamic(world: &World, desc: &str, bootstrap: Option<Bootstrap<'_>>) -> CallKind {
    let (mode, effect) = match bootstrap {
        Some(("java/lang/invoke/LambdaMetafactory", _)) if makes_initialized(world, desc) => (Mode::Open, Effect::Pure),
        Some(("java/lang/invoke/LambdaMetafactory", _)) => (Mode::Leaf, Effect::Pure),
        Some(("java/lang/invoke/StringConcatFactory", _))
            if library::only_values(desc) && world.writes_leaves(desc) =>
        {
            (Mode::Leaf, Effect::Pure)
        }
        Some(("java/lang/invoke/StringConcatFactory", _)) => (Mode::Open, Effect::Pure),
        _ => (Mode::Open, Effect::State),
    };
    let kind = opaque(mode, effect, op::INVOKEDYNAMIC, "", "", desc, false);
    match bootstrap {
        Some(("java/lang/invoke/StringConcatFactory", _)) => concatenation(kind, desc),
        _ => kind,
    }
}

/// True if what a call site makes is of an interface that has an initialiser, or one above it has.
fn makes_initialized(world: &World, desc: &str) -> bool {
    let made = desc.rsplit_once(")L").and_then(|(_, made)| made.strip_suffix(';'));
    made.and_then(|made| world.find(made)).is_some_and(|interface| world.has_initializer(interface))
}

/// True if objects of the class are texts that are being built.
fn is_builder(class: &str) -> bool {
    ["java/lang/StringBuilder", "java/lang/StringBuffer"].contains(&class)
}

/// A concatenation of texts: it also reads those that are being built.
fn concatenation(kind: CallKind, desc: &str) -> CallKind {
    let parameters = MethodDescriptor::parse(desc).map(|parsed| parsed.parameters).unwrap_or_default();
    let builds = |parameter: &Type<'_>| match parameter {
        Type::Class(name) => std::str::from_utf8(name).is_ok_and(is_builder),
        _ => false,
    };
    let builders: Vec<u8> = (0u8..).zip(&parameters).filter(|(_, one)| builds(one)).map(|(arg, _)| arg).collect();
    if builders.is_empty() { kind } else { using_states(kind, builders) }
}

impl World {
    /// True if the texts of all parameters are written by leaves. Fractions are not, in a traced JDK.
    fn writes_leaves(&self, desc: &str) -> bool {
        let Ok(parsed) = MethodDescriptor::parse(desc) else { return false };
        let is_fraction = |parameter: &Type<'_>| match parameter {
            Type::Double | Type::Float => true,
            Type::Class(name) => [&b"java/lang/Double"[..], b"java/lang/Float"].contains(name),
            _ => false,
        };
        self.is_leaf("java/lang/Double", "toString", "(D)Ljava/lang/String;")
            || !parsed.parameters.iter().any(is_fraction)
    }
}

/// A static call may initialise the class of its callee, behind what is recorded of its arguments and before the callee. As a call of
/// anything, its path ends before both.
fn in_order(world: &World, kind: CallKind, (opcode, owner): (u8, usize)) -> CallKind {
    let records = opcode == op::INVOKESTATIC && (!kind.state_args.is_empty() || kind.elements.is_some());
    match kind.mode {
        Mode::Traced | Mode::TracedVirtual if records && world.has_initializer(owner) => {
            CallKind { mode: Mode::Open, callee: MethodId::NONE, ..kind }
        }
        _ => kind,
    }
}

/// The class that an instruction names, and its number in the world.
type Named<'a> = (&'a str, Option<usize>);

/// References that a call of a traced virtual method can tell the runtime besides its receiver: more need a probe of their own there.
const MAX_TOLD: usize = 5;

/// True if a call may tell who answers it, and what that is given.
fn is_tellable(desc: &str) -> bool {
    let is_reference = |parameter: &Type<'_>| matches!(parameter, Type::Class(_) | Type::Array(_));
    MethodDescriptor::parse(desc)
        .is_ok_and(|parsed| parsed.parameters.iter().filter(|one| is_reference(one)).count() <= MAX_TOLD)
}

/// `invokestatic` and `invokespecial`: the target is known.
fn bound(world: &World, opcode: u8, (class, found): Named<'_>, name: &str, desc: &str, new_object: bool) -> CallKind {
    if unsettled(world, found) {
        return opaque(Mode::Open, Effect::State, opcode, class, name, desc, false);
    }
    if let MethodTarget::Declared(owner, method) = method(world, found, name, desc) {
        if world.classes[owner].methods[method].untraced.is_none() {
            return traced(Mode::Traced, world.method_id(owner, method));
        }
        return untraced(world, owner, (opcode, class, name, desc), false);
    }
    let boundary = library_class(world, (class, found));
    let constructor = name == "<init>" && new_object && world.is_leaf_constructor(boundary, desc);
    let mode = if constructor || world.is_leaf(boundary, name, desc) { Mode::Leaf } else { Mode::Open };
    let kind = opaque(mode, library::effect(boundary, name, desc), opcode, boundary, name, desc, false);
    working(world, kind, (boundary, name, desc))
}

/// A call by the program that can select one traced method only. Where agents of the program may give that other code while it runs (mocks of static
/// methods and of constructors, of final classes, of what a spy calls in its super class), the class has to be looked at, as if there were more of them: that
/// of the receiver, or the one that the call names. Calls by a traced JDK stay as they are: it was rewritten without the program.
fn told_if_remade(world: &World, kind: CallKind, desc: &str) -> CallKind {
    let is_told = kind.mode == Mode::Traced && world.remakes_classes() && is_tellable(desc);
    if is_told { CallKind { mode: Mode::TracedVirtual, ..kind } } else { kind }
}

/// True if another method may be selected than the one that is found.
fn unsettled(world: &World, found: Option<usize>) -> bool {
    found.is_some_and(|class| world.is_unsettled(class))
}

/// An untraced method that a class of the world declares. In a traced JDK what is known of the library holds for it, too.
fn untraced(
    world: &World,
    owner: usize,
    (opcode, class, name, desc): (u8, &str, &str, &str),
    receives: bool,
) -> CallKind {
    if !world.classes[owner].of_jdk {
        return opaque(Mode::Open, Effect::State, opcode, class, name, desc, receives);
    }
    let owner = world.name(owner);
    if library::copies_front(owner, name, desc) {
        // All that it calls is untraced, too.
        return opaque(Mode::Leaf, Effect::Clone, opcode, owner, name, desc, receives);
    }
    let mode = if world.is_leaf(owner, name, desc) { Mode::Leaf } else { Mode::Open };
    let kind = opaque(mode, library::effect(owner, name, desc), opcode, owner, name, desc, receives);
    working(world, kind, (owner, name, desc))
}

fn method(world: &World, found: Option<usize>, name: &str, desc: &str) -> MethodTarget {
    found.map_or(MethodTarget::Library, |class| world.method_in(class, name, desc))
}

fn virtual_call(world: &World, (class, found): Named<'_>, name: &str, desc: &str) -> CallKind {
    let opcode = op::INVOKEVIRTUAL;
    if unsettled(world, found) {
        return opaque(Mode::Open, Effect::State, opcode, class, name, desc, true);
    }
    if let MethodTarget::Declared(owner, method) = method(world, found, name, desc) {
        let declared = &world.classes[owner].methods[method];
        let start = found.unwrap_or(owner);
        let fixed = declared.access & (ACC_FINAL | ACC_PRIVATE) != 0 || world.classes[start].access & ACC_FINAL != 0;
        if fixed && declared.untraced.is_none() {
            return traced(Mode::Traced, world.method_id(owner, method));
        }
        if declared.untraced.is_none() || declared.is_abstract() {
            // Found in an interface: a class below may have it from a library super class. Classes made at run time may
            // override a method as well; they mostly implement interfaces, and the replay copes with the rest.
            let own = !world.classes[owner].is_interface();
            if own
                && is_tellable(desc)
                && !world.is_open(start, declared)
                && world.all_overriders_traced(start, declared.signature)
            {
                return traced(Mode::TracedVirtual, MethodId::NONE);
            }
        }
        return match fixed {
            true => untraced(world, owner, (opcode, class, name, desc), true),
            false => opaque(Mode::Open, Effect::State, opcode, class, name, desc, true),
        };
    }
    let boundary = library_class(world, (class, found));
    let exact = library::is_final(boundary) || library::is_final_method(boundary, name, desc) || class.starts_with('[');
    // A traced JDK is rewritten for all programs, which may override what none here does.
    let leaf = world.is_leaf(boundary, name, desc) && (exact || !world.on_jdk && !world.may_override(name, desc))
        || library::is_get_class(name, desc);
    let mode = if leaf { Mode::Leaf } else { Mode::Open };
    let kind = opaque(mode, library::effect(boundary, name, desc), opcode, boundary, name, desc, !exact);
    working(world, kind, (boundary, name, desc))
}

/// A private method is selected whatever the receiver; `getClass` is found in `Object`, where it is final.
fn interface_call(world: &World, (class, found): Named<'_>, name: &str, desc: &str) -> CallKind {
    let opcode = op::INVOKEINTERFACE;
    let open = |recorded| {
        let mode = if library::is_get_class(name, desc) { Mode::Leaf } else { Mode::Open };
        opaque(mode, library::effect(class, name, desc), opcode, class, name, desc, recorded)
    };
    if unsettled(world, found) {
        return open(true);
    }
    if let MethodTarget::Declared(owner, method) = method(world, found, name, desc) {
        let declared = &world.classes[owner].methods[method];
        match declared.untraced {
            None if declared.is_private() => return traced(Mode::Traced, world.method_id(owner, method)),
            Some(_) if declared.is_private() => return open(false),
            _ => {}
        }
    }
    let is_traced =
        |interface: usize| !world.classes[interface].of_jdk && world.all_implementations_traced(interface, name, desc);
    if is_tellable(desc) && found.is_some_and(is_traced) {
        return traced(Mode::TracedVirtual, MethodId::NONE);
    }
    open(true)
}

/// The class itself if it is outside of the world, else the first of its super classes that is.
fn library_class<'a>(world: &'a World, (class, found): Named<'a>) -> &'a str {
    match found {
        Some(start) => {
            let top = world.supers(start).last().unwrap_or(start);
            world.classes[top].super_name.map_or("java/lang/Object", |name| world.names.text(name))
        }
        None => class,
    }
}

fn traced(mode: Mode, callee: MethodId) -> CallKind {
    let none = Vec::new();
    CallKind {
        mode,
        effect: Effect::State,
        callee,
        class_recorded: false,
        state_args: none,
        initializes: false,
        into_jdk: false,
        counted: false,
        elements: None,
    }
}

/// `class` is that of the library if the instruction names one that inherits the method. `receives`: the class of the receiver decides
/// what is called. It is recorded with the receiver's state.
fn opaque(mode: Mode, effect: Effect, opcode: u8, class: &str, name: &str, desc: &str, receives: bool) -> CallKind {
    let initializes = name == "<init>" && effect == Effect::State;
    let records = match effect {
        Effect::State => true,
        Effect::Pure => library::may_read_arguments(class, name, desc) && !makes_lambda(opcode, mode),
        Effect::ArrayCopy | Effect::Clone | Effect::Access(_) | Effect::Elements(_) => false,
    };
    let state_args = if records { state_args(opcode, class, name, desc) } else { Vec::new() };
    let class_recorded = effect == Effect::State && receives && mode == Mode::Open && state_args.first() == Some(&0);
    let (callee, into_jdk, elements) = (MethodId::NONE, false, None);
    CallKind { mode, effect, callee, class_recorded, state_args, initializes, into_jdk, counted: false, elements }
}

/// True if an `invokedynamic` makes a lambda, or a text of nothing but values.
fn makes_lambda(opcode: u8, mode: Mode) -> bool {
    opcode == op::INVOKEDYNAMIC && mode == Mode::Leaf
}

/// Arguments that can have opaque state. The object under construction is recorded after the call instead.
fn state_args(opcode: u8, class: &str, name: &str, desc: &str) -> Vec<u8> {
    let Ok(parsed) = MethodDescriptor::parse(desc) else { return Vec::new() };
    let receiver = !matches!(opcode, op::INVOKESTATIC | op::INVOKEDYNAMIC);
    let mut args = Vec::new();
    if receiver && name != "<init>" && !library::is_value_class(class) {
        args.push(0);
    }
    for (index, parameter) in parsed.parameters.iter().enumerate() {
        if library::may_have_state(parameter) {
            args.push(u8::try_from(index + usize::from(receiver)).unwrap_or(u8::MAX));
        }
    }
    args
}
