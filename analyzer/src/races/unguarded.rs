//! Objects of the library that are for one thread at a time: collections, builders, formats.
//!
//! What the code of their classes accesses belongs to the call by which the program uses the object. Other code of the JDK shares what it has on
//! purpose, in ways that nobody has to know, and is not looked at.

use fixedbitset::FixedBitSet;
use paratrace_jvm::library::{self, ClassFact};
use paratrace_replay::paths::accesses::Event;
use paratrace_traceformat::map::{InstructionId, MethodId, Op, ProgramMap};

use crate::heap::is_field;

/// Classes and interfaces whose methods pass calls on to objects of other classes.
const PASSING: [&str; 14] = [
    "java/lang/Iterable",
    "java/util/Collection",
    "java/util/Collections",
    "java/util/Deque",
    "java/util/Iterator",
    "java/util/List",
    "java/util/ListIterator",
    "java/util/Map",
    "java/util/NavigableMap",
    "java/util/NavigableSet",
    "java/util/Queue",
    "java/util/Set",
    "java/util/SortedMap",
    "java/util/SortedSet",
];

/// Fields that keep a view of a collection: whichever thread makes it, it is as good as that of another.
const VIEWS: [&str; 8] = [
    "keySet",
    "values",
    "entrySet",
    "navigableKeySet",
    "descendingMap",
    "descendingMapView",
    "navigableKeySetView",
    "entrySetView",
];

/// Classes whose objects are views. What they have is final, so that all threads see it.
const VIEW_CLASSES: [&str; 6] = ["KeySet", "Values", "EntrySet", "SubMap", "SubMapEntrySet", "SubList"];

/// What is known of the methods of a traced JDK.
pub(super) struct Unguarded<'m> {
    map: &'m ProgramMap,
    /// Those of classes whose objects are for one thread at a time.
    methods: FixedBitSet,
    /// Those that pass calls on to such objects.
    passing: FixedBitSet,
}

impl<'m> Unguarded<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        let methods_of = |is_asked_for: &dyn Fn(&str) -> bool| -> FixedBitSet {
            let classes = map.classes.iter().filter(|class| class.is_of_jdk() && is_asked_for(outermost(&class.name)));
            classes.flat_map(|class| class.methods.clone()).map(|method| method as usize).collect()
        };
        Self {
            map,
            methods: methods_of(&|class| library::is(class, ClassFact::Unguarded)),
            passing: methods_of(&|class| PASSING.contains(&class)),
        }
    }

    /// Returns whether a method is one of a class whose objects are for one thread at a time. An initialiser runs once, whoever comes first.
    pub(super) fn has(&self, method: MethodId) -> bool {
        self.methods.contains(method.index())
            && self.map.methods.get(method.index()).is_some_and(|method| method.name != "<clinit>")
    }

    /// Returns whether a call that enters a method uses such an object.
    pub(super) fn is_entered_by(&self, method: MethodId) -> bool {
        self.methods.contains(method.index()) || self.passing.contains(method.index())
    }

    /// Returns which part of an object an access is one of. Static fields belong to no object.
    pub(super) fn part(&self, event: &Event) -> Option<ObjectPart> {
        let insns = &self.map.insns;
        let (&op, &arg) = (insns.op.get(event.insn.index())?, insns.arg.get(event.insn.index())?);
        if !is_field(op) {
            return Some(ObjectPart::Element);
        }
        if [Op::GetStatic, Op::PutStatic].contains(&Op::from_byte(op)?) {
            return None;
        }
        let field = self.map.fields.get(arg as usize)?;
        let is_shared = self.map.is_volatile(arg)
            || VIEWS.contains(&&*field.name)
            || field.name.starts_with("this$")
            || is_view(&field.class);
        (!is_shared).then_some(ObjectPart::Field)
    }

    /// Names the class of the object that a call uses, which has entered a method.
    pub(super) fn class_used(&self, call: InstructionId, entered: MethodId) -> ClassUsed<'m> {
        let entered = self.declaring_class(entered);
        let named = self.map.call_at(call).map_or("", |site| &*site.class);
        let certainty = match entered {
            _ if library::is(entered, ClassFact::Unguarded) => Certainty::Object,
            _ if library::is(outermost(entered), ClassFact::Unguarded) => Certainty::Part,
            _ => Certainty::Unknown,
        };
        // A call of an inherited method names the class that inherits it.
        let name = if self.extends(named, entered) { named } else { outermost(entered) };
        ClassUsed { name, certainty }
    }

    /// Names the class around a method.
    pub(super) fn class_of(&self, method: MethodId) -> &'m str {
        outermost(self.declaring_class(method))
    }

    fn declaring_class(&self, method: MethodId) -> &'m str {
        let class = self.map.methods.get(method.index()).and_then(|method| self.map.classes.get(method.class.index()));
        class.map_or("", |class| &class.name)
    }

    fn extends(&self, class: &str, base: &str) -> bool {
        let super_of = |name: &str| self.map.classes.iter().find(|class| class.name == name)?.super_name.as_deref();
        let mut class = Some(class);
        // Classes of a damaged map may be their own super classes.
        for _ in 0..self.map.classes.len() {
            class = class.and_then(super_of);
            if class.is_none_or(|class| class == base) {
                break;
            }
        }
        class.is_some()
    }
}

/// Returns whether the objects of a class are views of a collection.
fn is_view(class: &str) -> bool {
    let inner = class.rsplit('$').next().unwrap_or(class);
    class.contains('$') && VIEW_CLASSES.iter().any(|view| inner.ends_with(view))
}

fn outermost(class: &str) -> &str {
    class.split_once('$').map_or(class, |(outermost, _)| outermost)
}

/// A part of an object that threads may race for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ObjectPart {
    Field,
    /// An element of an array that belongs to it.
    Element,
}

/// The class of an object that is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ClassUsed<'m> {
    pub(super) name: &'m str,
    pub(super) certainty: Certainty,
}

/// How well a call shows the class of the object that it uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// It uses something around it.
    Unknown,
    /// It uses a part of it, as an iterator.
    Part,
    /// It uses the object itself.
    Object,
}

/// A call of the program that has not returned.
#[derive(Debug, Clone, Copy)]
struct OpenCall {
    /// The frame of its caller.
    frame: u32,
    /// Its number, as that of what accesses something.
    accessor: u32,
    /// The method that it has entered, once that is known.
    entered: Option<MethodId>,
}

/// The calls of one thread that have not returned.
#[derive(Debug, Default)]
pub(super) struct OpenCalls(Vec<OpenCall>);

impl OpenCalls {
    /// The program has executed a path, which may end with a call.
    pub(super) fn leave_own_path(&mut self, frame: u32, call: Option<u32>) {
        while self.0.pop_if(|open| open.frame >= frame).is_some() {}
        self.0.extend(call.map(|accessor| OpenCall { frame, accessor, entered: None }));
    }

    /// The JDK executes a path of a method. Returns the number of the call that this belongs to, and the method that the call has entered.
    pub(super) fn enter_jdk_path(&mut self, frame: u32, method: MethodId) -> Option<(u32, MethodId)> {
        while self.0.pop_if(|open| open.frame > frame).is_some() {}
        let open = self.0.last_mut()?;
        Some((open.accessor, *open.entered.get_or_insert(method)))
    }
}
