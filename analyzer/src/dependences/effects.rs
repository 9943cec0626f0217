//! Effects of calls of untraced code on the state of the objects that they are given.

use std::sync::OnceLock;

use paratrace_jvm::library::{self, Habit, MethodFact};
use paratrace_jvm::opcodes::INVOKEDYNAMIC;
use paratrace_replay::program::{has_receiver, parameters};
use paratrace_traceformat::map::{Effect, InstructionId, ProgramMap, Ranges, Site};
use rustc_hash::FxHashMap;

use super::edges::Kind;
use super::insides::{self, OF_CONTENTS};

/// How a call uses the state of an object that it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Use {
    /// The kind of the edges between the call and others through the object.
    pub(super) kind: Kind,
    /// The call may change the object.
    pub(super) changes: bool,
    /// It may also change what the object shares state with: a list that an iterator goes through.
    pub(super) through: bool,
    /// It may look at objects that the object holds.
    pub(super) inside: bool,
    /// It may have something keep the object.
    pub(super) hands_over: bool,
    /// A change shows to those that look inside what holds the object.
    pub(super) shows: bool,
    /// The call makes a stream of the elements of the object.
    pub(super) streams: bool,
}

/// Knowledge of the library: which calls leave the objects that they are given unchanged.
#[derive(Debug, Clone)]
pub(crate) struct Effects<'m> {
    map: &'m ProgramMap,
    /// The program makes objects that change when they are looked at: a `LinkedHashMap` in the order of access, a `WeakHashMap`.
    some_change: OnceLock<bool>,
    /// The records of the program.
    records: OnceLock<FxHashMap<String, Record>>,
}

/// What is known of a record.
#[derive(Debug, Clone, Copy)]
struct Record {
    /// All that it holds are primitives and values.
    only_values: bool,
}

impl<'m> Effects<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        Self { map, some_change: OnceLock::new(), records: OnceLock::new() }
    }

    /// Returns what is known of the record that a call runs code for which was made for it: its text, its hash, or whether it is equal to
    /// another object. That code looks at its fields, and calls the same method of what they hold.
    fn record(&self, call: &Site) -> Option<Record> {
        let is_made = call.opcode == INVOKEDYNAMIC && call.class.is_empty() && OF_CONTENTS.contains(&&*call.name);
        let given = parameters(&call.desc).next().filter(|_| is_made)?;
        let class = given.strip_prefix('L')?.strip_suffix(';')?;
        self.records.get_or_init(|| records(self.map)).get(class).copied()
    }

    /// Looks for such objects at the first question: a thread may ask none, and there may be many threads.
    fn some_change(&self) -> bool {
        *self.some_change.get_or_init(|| makes_changing(self.map))
    }

    /// Returns how the call `insn` uses the state of the object that is its `argument`.
    pub(super) fn of(&self, insn: InstructionId, argument: u8) -> Use {
        let Some(site) = self.map.call_at(insn) else {
            return Use {
                kind: Kind::Passed,
                changes: true,
                through: true,
                inside: true,
                hands_over: true,
                shows: true,
                streams: false,
            };
        };
        let is_subject = argument == 0 && &*site.name != "<init>" && (has_receiver(site) || is_tool(site));
        let looks = self.only_looks(site) || !is_subject && keeps_arguments(site);
        Use {
            kind: if is_subject { Kind::State } else { Kind::Passed },
            changes: !looks,
            through: !only_advances(site),
            inside: insides::looks_inside(site, argument)
                && !self.record(site).is_some_and(|record| record.only_values),
            hands_over: insides::hands_over(site, argument),
            shows: insides::shows(site, argument),
            streams: is_subject && streams_its_elements(site),
        }
    }

    /// Returns whether a call leaves the objects that it is given unchanged, as far as the library is known.
    pub(super) fn only_looks(&self, call: &Site) -> bool {
        let reads = |ranges: Ranges| ranges.written().is_empty() && call.state_args.is_empty();
        let only_reads = matches!(call.effect, Effect::Elements(ranges) if reads(ranges));
        call.effect == Effect::Pure
            || only_reads
            || self.record(call).is_some()
            || streams_its_elements(call)
            || library::method(&call.class, &call.name, &call.desc).is_some_and(|method| {
                method.is(MethodFact::Looks)
                    || method.is(MethodFact::NewArray)
                    || method.is(MethodFact::LooksMostly) && !self.some_change()
            })
    }
}

/// Returns whether a call moves an iterator on, and leaves what it goes through unchanged.
fn only_advances(call: &Site) -> bool {
    let nature = library::nature(&call.class, &call.name, &call.desc);
    nature.and_then(|nature| library::has_habit(nature, Habit::Changes, &call.name)) == Some(false)
}

/// Returns whether a call makes a stream of the elements of its object.
fn streams_its_elements(call: &Site) -> bool {
    has_receiver(call) && library::method_is(&call.class, &call.name, &call.desc, MethodFact::Streams)
}

/// Returns whether a static method of the library works on its first argument, as those of `Collections` do.
fn is_tool(call: &Site) -> bool {
    library::nature(&call.class, &call.name, &call.desc).is_some()
}

/// Returns whether a call leaves its arguments unchanged, apart from the receiver: it stores, appends or prints them.
fn keeps_arguments(call: &Site) -> bool {
    let nature = library::nature(&call.class, &call.name, &call.desc);
    let has = |fact| library::method_is(&call.class, &call.name, &call.desc, fact);
    let is_known = has(MethodFact::SetsPart) || has(MethodFact::Restarts);
    let stores = nature.and_then(|nature| library::has_habit(nature, Habit::Fills, &call.name)) == Some(false);
    (is_known || stores) && (has_receiver(call) || &*call.name == "<init>")
}

/// Lists the records among the classes of a program.
fn records(map: &ProgramMap) -> FxHashMap<String, Record> {
    let records = map.classes.iter().filter(|class| class.super_name.as_deref() == Some("java/lang/Record"));
    let mut found: FxHashMap<String, Record> =
        records.map(|class| (class.name.clone(), Record { only_values: true })).collect();
    for field in map.fields.iter().filter(|field| !library::is_value_type(&field.desc)) {
        if let Some(record) = found.get_mut(&*field.class) {
            record.only_values = false;
        }
    }
    found
}

/// Returns whether a program makes objects that change when they are looked at.
fn makes_changing(map: &ProgramMap) -> bool {
    let changes = |class: &str, desc: Option<&str>| match class {
        "java/util/WeakHashMap" => true,
        "java/util/LinkedHashMap" => desc.is_none_or(|desc| desc == "(IFZ)V"),
        _ => false,
    };
    let made = map.sites.iter().any(|site| &*site.name == "<init>" && changes(&site.class, Some(&*site.desc)));
    let extended =
        || map.classes.iter().any(|class| class.super_name.as_deref().is_some_and(|above| changes(above, None)));
    made || extended()
}

#[cfg(test)]
pub(crate) mod tests {
    use paratrace_traceformat::map::{Effect, MethodId, Mode};

    use super::*;

    /// A call of a method of the library.
    pub(crate) fn call(class: &str, name: &str, desc: &str) -> Site {
        Site {
            opcode: paratrace_jvm::opcodes::INVOKEVIRTUAL,
            class: class.into(),
            name: name.into(),
            desc: desc.into(),
            mode: Mode::Open,
            effect: Effect::State,
            callee: MethodId::NONE,
            args: 1,
            has_result: true,
            class_recorded: false,
            state_args: vec![0],
            post_receiver: false,
        }
    }

    #[test]
    fn what_moves_does_not_only_look() {
        let map = ProgramMap::default();
        let looks = |class, name, desc| {
            Effects { map: &map, some_change: true.into(), records: OnceLock::new() }
                .only_looks(&call(class, name, desc))
        };
        assert!(looks("java/util/List", "get", "(I)Ljava/lang/Object;"));
        let get = call("java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;");
        assert!(Effects { map: &map, some_change: false.into(), records: OnceLock::new() }.only_looks(&get));
        for (class, name, desc) in [
            ("my/List", "get", "(I)Ljava/lang/Object;"),
            ("java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;"),
            ("java/util/LinkedHashMap", "get", "(Ljava/lang/Object;)Ljava/lang/Object;"),
            ("java/util/WeakHashMap", "size", "()I"),
            ("java/util/function/Supplier", "get", "()Ljava/lang/Object;"),
            ("java/util/concurrent/atomic/AtomicStampedReference", "get", "([I)Ljava/lang/Object;"),
            ("java/nio/ByteBuffer", "get", "()B"),
            ("java/lang/ThreadLocal", "get", "()Ljava/lang/Object;"),
            ("java/util/Calendar", "get", "(I)I"),
        ] {
            assert!(!looks(class, name, desc), "{class}.{name}");
        }
    }
}
