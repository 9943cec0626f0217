//! Leaks: ways on which objects get into untraced code without the trace saying which objects.

use paratrace_jvm::library::{self, Nature};
use paratrace_jvm::opcodes;
use paratrace_replay::program::{has_receiver, parameters};
use paratrace_traceformat::map::{Class, InstructionId, LoopId, MethodId, Op, ProgramMap, Site};
use rustc_hash::FxHashSet;

use super::body::instructions;
use super::families::{self, are_apart, class_of};
use super::local_objects::is_local;
use super::reach::{Reach, is_untraced};
use super::variables::{ArrayUse, uses_of_made, variable_loaded};
use crate::dependences::closed_types::DEEP;
use crate::dependences::definitions::{Definition, reaching};
use crate::dependences::{Key, Kind, Points, Stat, insides};

/// What a map has of each key.
const ENTRY: &str = "java/util/Map$Entry";

/// Classes of objects that untraced code may hold though the trace does not say which objects those are.
pub(crate) enum Leaks {
    /// There may be objects of any class.
    Any,
    /// They are of these classes and interfaces of the library, and below.
    Of(FxHashSet<String>),
}

impl Leaks {
    /// Finds them in the executed code: an array of objects that untraced code is given, the text or the hash of a record, or a
    /// method that returns an object to untraced code (`called_back`).
    pub(crate) fn new(
        map: &ProgramMap,
        executed: impl Iterator<Item = MethodId>,
        called_back: impl Iterator<Item = MethodId>,
    ) -> Self {
        let leaking = Leaking { points: Points::new(map) };
        let named = leaking.named_in(executed.flat_map(|method| map.methods[method.index()].instructions()));
        let made = leaking.made_by(called_back);
        let (Some(mut types), Some(made)) = (named, made) else { return Leaks::Any };
        types.extend(made);
        // The program itself may change what only the library looks at.
        let is_own = |class: &Class| !class.is_of_jdk() && types.contains(&*class.name);
        if map.classes.iter().any(is_own) { Leaks::Any } else { Leaks::Of(types) }
    }

    fn are_none(&self) -> bool {
        matches!(self, Leaks::Of(types) if types.is_empty())
    }

    /// Returns whether a call may change such an object.
    fn may_have(&self, points: &Points<'_>, call: InstructionId) -> bool {
        match self {
            Leaks::Any => true,
            Leaks::Of(types) => {
                let is_other = |described: &str| is_apart_from(points, types, described);
                changes_others(points, call, &is_other) && !changes_only_local(points, call)
            }
        }
    }
}

/// Returns whether what has this type is never an object of these types.
fn is_apart_from(points: &Points<'_>, types: &FxHashSet<String>, described: &str) -> bool {
    let is_other = |class: &str| types.iter().all(|leaked| are_apart(class, leaked));
    points.is_closed(described) || class_of(described).is_some_and(is_other)
}

/// Returns whether a call may change an object of another type than those that `is_wanted` accepts.
fn changes_others(points: &Points<'_>, call: InstructionId, is_wanted: &dyn Fn(&str) -> bool) -> bool {
    let Some(site) = points.call(call) else { return false };
    let mut changed = site.state_args.iter().copied().filter(|&arg| points.changes(call, arg));
    changed.any(|arg| changes_collection(points, call, arg) || !points.gives_only(call, arg, is_wanted))
}

/// Returns whether all that a call may change are objects that a method has made and keeps to itself: none of those leaks.
fn changes_only_local(points: &Points<'_>, call: InstructionId) -> bool {
    let Some(site) = points.call(call) else { return false };
    let mut changed = site.state_args.iter().copied().filter(|&arg| points.changes(call, arg));
    changed.all(|arg| !changes_collection(points, call, arg) && is_local(points, call, arg))
}

/// Returns whether a call of an iterator changes what the iterator goes through.
fn changes_collection(points: &Points<'_>, call: InstructionId, argument: u8) -> bool {
    let is_of_iterator = |site: &Site| library::nature_of(&site.class) == Some(Nature::Traversal);
    points.call(call).is_some_and(is_of_iterator) && points.changes_whole(call, argument)
}

/// Leaves out the dependences between iterations of a loop that are none: through objects that untraced code may hold unseen if the loop
/// changes no such object, and those of calls that look into texts if it changes no text. Only the latest change before a look is recorded, so
/// all changes of the loop have to be of other objects. Of calls it is not known what comes between them.
pub(super) fn leave_out(
    points: &Points<'_>,
    reach: &Reach<'_>,
    leaks: &Leaks,
    looped: Option<LoopId>,
    edges: &mut Vec<(&Key, &Stat)>,
) {
    let is_unseen = |key: &Key| key.kind == Kind::Unseen;
    let Some(looped) = looped else {
        edges.retain(|(key, _)| !is_unseen(key) || !leaks.are_none());
        return;
    };
    let changes = |is_one: &dyn Fn(InstructionId) -> bool| reach.reached(instructions(points, looped)).any(is_one);
    let are_unseen = edges.iter().any(|(key, _)| is_unseen(key));
    if are_unseen && (leaks.are_none() || !changes(&|call| leaks.may_have(points, call))) {
        edges.retain(|(key, _)| !is_unseen(key));
    }
    let looks_into_text = |key: &Key| families::looks_into_text(points, key);
    let are_of_texts = edges.iter().any(|(key, _)| looks_into_text(key));
    if are_of_texts && !changes(&|call| changes_others(points, call, &families::is_no_text)) {
        edges.retain(|(key, _)| !looks_into_text(key));
    }
}

struct Leaking<'m> {
    points: Points<'m>,
}

impl Leaking<'_> {
    /// Returns the types of the objects that this code gives untraced code unseen; `None` if they may be of any.
    fn named_in(&self, code: impl Iterator<Item = InstructionId>) -> Option<FxHashSet<String>> {
        let mut named = FxHashSet::default();
        for insn in code {
            named.extend(self.gives_unseen(insn)?);
        }
        Some(named)
    }

    /// Returns the classes of the objects that these methods return to untraced code; `None` if they make others than new ones.
    fn made_by(&self, called_back: impl Iterator<Item = MethodId>) -> Option<FxHashSet<String>> {
        let mut made = FxHashSet::default();
        for method in called_back.filter(|&method| self.returns_object(method)) {
            made.extend(self.made_to_return(method)?);
        }
        Some(made)
    }

    /// Returns whether a method returns what may be an object of untraced code that changes.
    fn returns_object(&self, method: MethodId) -> bool {
        let described = self.points.map.methods[method.index()].desc.rsplit_once(')');
        described.is_some_and(|(_, result)| self.may_be_held(result))
    }

    /// Returns the classes of the objects that a method returns, if it makes all of them itself.
    fn made_to_return(&self, method: MethodId) -> Option<FxHashSet<String>> {
        let code = self.points.map.methods[method.index()].instructions();
        let mut returns = code.filter(|&insn| self.points.op(insn) == Op::ReturnValue);
        let mut made = FxHashSet::default();
        let is_found = returns.all(|insn| {
            self.points.producer_by_all_ways(insn, 0).is_some_and(|pushed| self.find_made(pushed, &mut made))
        });
        if is_found { Some(made) } else { None }
    }

    /// Adds the class of the new object that an instruction pushes. Returns whether it is one, or none.
    fn find_made(&self, pushed: InstructionId, made: &mut FxHashSet<String>) -> bool {
        let points = &self.points;
        match (points.op(pushed), points.map.insns.opcode[pushed.index()]) {
            (_, opcodes::ACONST_NULL) => true,
            (_, opcodes::NEW) => {
                let class = points.made_class(pushed);
                class.map(|class| made.insert(class.to_owned())).is_some()
            }
            (Op::Load, _) => {
                let is_new = |&stored: &InstructionId| points.op(stored) != Op::Load && self.find_made(stored, made);
                self.values_of(pushed).is_some_and(|stored| stored.iter().all(is_new))
            }
            _ => false,
        }
    }

    /// Returns the instructions that push what a local may hold where it is loaded; `None` if it may hold something else.
    fn values_of(&self, load: InstructionId) -> Option<Vec<InstructionId>> {
        let pushed = |definition| match definition {
            Definition::Store(store) => self.points.producer(store, 0),
            Definition::Parameter | Definition::Unknown => None,
        };
        reaching(&self.points, load).into_iter().map(pushed).collect()
    }

    /// Returns the types of the objects that a call gives untraced code, and that are not among its arguments; `None` if they may be of any.
    fn gives_unseen(&self, insn: InstructionId) -> Option<FxHashSet<String>> {
        let Some(call) = self.points.call(insn).filter(|call| !call.state_args.is_empty()) else {
            return Some(FxHashSet::default());
        };
        let is_known = |stored| self.is_known(stored, DEEP);
        if self.gives_array(insn, call) && !self.points.passes_only(insn, &is_known) {
            return None;
        }
        if insides::reads_fields(call) { self.types_in_fields(call) } else { Some(FxHashSet::default()) }
    }

    /// Returns whether an instruction pushes what cannot change unseen, or what a collection or a map holds already.
    fn is_known(&self, pushed: InstructionId, deep: usize) -> bool {
        let points = &self.points;
        if points.pushes(pushed, DEEP, &|described| !self.may_be_held(described)) {
            return true;
        }
        let Some(below) = deep.checked_sub(1) else { return false };
        let are_known = |pushed: Vec<InstructionId>| pushed.iter().all(|&pushed| self.is_known(pushed, below));
        match (points.op(pushed), points.map.insns.opcode[pushed.index()]) {
            (_, opcodes::CHECKCAST) => points.producer(pushed, 0).is_some_and(|pushed| self.is_known(pushed, below)),
            (Op::Load, _) => self.values_of(pushed).is_some_and(are_known),
            (Op::Invoke, _) => points.call(pushed).is_some_and(gives_element),
            _ => false,
        }
    }

    /// Returns whether a call is given an array that may have objects in it.
    fn gives_array(&self, insn: InstructionId, call: &Site) -> bool {
        let receiver = u8::from(has_receiver(call));
        let is_of_others = |described: &str| !self.may_be_held(described.trim_start_matches('['));
        let mut arrays = (receiver..).zip(parameters(&call.desc)).filter(|(_, described)| described.starts_with('['));
        arrays.any(|(argument, described)| {
            !is_of_others(described)
                && !self.points.gives_only(insn, argument, &is_of_others)
                && !self.holds_only_known(insn, argument)
        })
    }

    /// Returns whether a call is given an array in which its caller, who has made it, has put nothing but what cannot change unseen.
    fn holds_only_known(&self, call: InstructionId, argument: u8) -> bool {
        let load = self.points.argument(call, argument).filter(|&pushed| self.points.op(pushed) == Op::Load);
        let uses = load.and_then(|load| uses_of_made(&self.points, variable_loaded(&self.points, load)?));
        uses.is_some_and(|uses| uses.into_iter().all(|used| self.puts_only_known(used)))
    }

    /// Returns whether an instruction puts nothing into an array but what cannot change unseen.
    fn puts_only_known(&self, ArrayUse { insn, above }: ArrayUse) -> bool {
        let points = &self.points;
        match points.op(insn) {
            Op::ArrayLoad | Op::ReturnValue => true,
            Op::ArrayStore if above == 2 => {
                points.producer_by_all_ways(insn, 0).is_some_and(|value| self.is_known(value, DEEP))
            }
            Op::Compute => points.map.insns.opcode[insn.index()] == opcodes::ARRAYLENGTH,
            Op::Invoke => points.call(insn).is_some_and(|site| {
                let argument =
                    u32::from(site.args).checked_sub(above + 1).and_then(|argument| u8::try_from(argument).ok());
                is_untraced(site) && argument.is_some_and(|argument| !points.changes(insn, argument) || sorts(site))
            }),
            _ => false,
        }
    }

    /// Returns the types of the fields of objects that a call is given, as far as they refer to other objects; `None` if one is an array.
    fn types_in_fields(&self, call: &Site) -> Option<FxHashSet<String>> {
        let is_given = |class: &str| parameters(&call.desc).any(|described| class_of(described) == Some(class));
        let fields = self.points.map.fields.iter().filter(|field| is_given(&field.class));
        let objects = fields.filter(|field| field.desc.starts_with('[') || self.may_be_held(&field.desc));
        objects.map(|field| class_of(&field.desc).map(str::to_owned)).collect()
    }

    /// Returns whether what has this type may be an object of untraced code that changes.
    fn may_be_held(&self, described: &str) -> bool {
        class_of(described).is_some() && !self.points.is_closed(described)
    }
}

/// Returns whether a call brings the elements of an array into another order.
fn sorts(call: &Site) -> bool {
    &*call.class == "java/util/Arrays" && ["sort", "parallelSort"].contains(&&*call.name)
}

/// Returns whether a call gives an element of what its object holds, and no part of it, which would be a collection.
fn gives_element(call: &Site) -> bool {
    const HOLDING: [Nature; 4] = [Nature::Map, Nature::Collection, Nature::Queue, Nature::Traversal];
    let nature = library::nature(&call.class, &call.name, &call.desc);
    let is_of_library = call.callee.is_none() && has_receiver(call);
    is_of_library
        && call.desc.ends_with(")Ljava/lang/Object;")
        && &*call.name != "clone"
        && (&*call.class == ENTRY || nature.is_some_and(|nature| HOLDING.contains(&nature)))
}
