//! What may be read on ways that dependences do not show: by handles, by reflection, by serialization, by another thread.

use paratrace_jvm::library::{self, ClassFact};
use paratrace_replay::program::parameters;
use paratrace_traceformat::map::{Class, InstructionId, MethodId, Op, ProgramMap, Site};
use rustc_hash::{FxHashMap, FxHashSet};

/// Interfaces of the classes whose objects can be serialized.
const SERIALIZABLE: [&str; 2] = ["java/io/Serializable", "java/io/Externalizable"];

/// The ways that the program has used.
pub(super) struct UnseenReads<'m> {
    map: &'m ProgramMap,
    /// The outermost classes whose code has used handles: those for private fields are made beside them.
    handled: FxHashSet<&'m str>,
    /// Fields of any class were read by reflection, and the trace does not say which.
    are_reflected: bool,
    /// Classes whose objects may have been serialized.
    serialized: FxHashSet<&'m str>,
    /// Fields that a thread has read which has not written them.
    shared: FxHashSet<u32>,
    /// Types of elements of which that is true.
    elements: FxHashSet<u8>,
}

impl<'m> UnseenReads<'m> {
    pub(super) fn new(map: &'m ProgramMap, executed: impl Iterator<Item = MethodId>) -> Self {
        let mut all = Self {
            map,
            handled: FxHashSet::default(),
            are_reflected: false,
            serialized: FxHashSet::default(),
            shared: FxHashSet::default(),
            elements: FxHashSet::default(),
        };
        let mut are_serialized = false;
        for method in executed.map(|method| &map.methods[method.index()]) {
            for site in method.instructions().filter_map(|insn| map.call_at(insn)) {
                are_serialized |= (&*site.name, &*site.desc) == ("writeObject", "(Ljava/lang/Object;)V");
                all.note(site, &map.classes[method.class.index()].name);
            }
        }
        if are_serialized {
            all.serialized = serializable(map);
        }
        all
    }

    /// Adds what instructions have read that no traced code of their thread had written: another thread may have.
    pub(super) fn add_foreign(&mut self, insns: impl Iterator<Item = InstructionId>) {
        for insn in insns {
            let (op, arg) = (self.map.insns.op[insn.index()], self.map.insns.arg[insn.index()]);
            if op == Op::GetField as u8 || op == Op::GetStatic as u8 {
                self.shared.insert(arg);
            } else if op == Op::ArrayLoad as u8 {
                self.elements.extend(u8::try_from(arg));
            } else if let Some(site) = self.map.call_at(insn) {
                // Calls that are given arrays, of whatever type.
                let arrays = parameters(&site.desc).filter_map(|described| described.strip_prefix('['));
                self.elements.extend(arrays.map(|element| element.as_bytes()[0]));
            }
        }
    }

    /// Notes a call that a method of a class makes.
    fn note(&mut self, site: &Site, class: &'m str) {
        if &*site.class == "java/lang/reflect/Field" {
            let reads = site.name.starts_with("get") && site.desc.starts_with("(Ljava/lang/Object;)");
            self.are_reflected |= reads && site.accessed().is_none();
        } else if library::is(&site.class, ClassFact::NamesFields) {
            self.handled.insert(outermost(class));
        }
    }

    /// Returns whether the program has used any of these ways.
    pub(super) fn is_any(&self) -> bool {
        let named = !self.handled.is_empty() || !self.serialized.is_empty();
        self.are_reflected || named || !self.shared.is_empty() || !self.elements.is_empty()
    }

    /// Returns whether an instruction writes a field or an element that may be read unseen.
    pub(super) fn may_read(&self, insn: InstructionId) -> bool {
        let (op, arg) = (self.map.insns.op[insn.index()], self.map.insns.arg[insn.index()]);
        if op == Op::ArrayStore as u8 {
            return u8::try_from(arg).is_ok_and(|element| self.elements.contains(&element));
        }
        let writes = op == Op::PutField as u8 || op == Op::PutStatic as u8;
        let field = self.map.fields.get(arg as usize).filter(|_| writes);
        field.is_some_and(|field| {
            self.are_reflected
                || self.shared.contains(&arg)
                || self.handled.contains(outermost(&field.class))
                || !field.is_static && self.serialized.contains(&*field.class)
        })
    }
}

/// Lists the classes of the program whose objects can be serialized. What is above a class and none of the program is not known,
/// but for `Object`.
fn serializable(map: &ProgramMap) -> FxHashSet<&str> {
    let known: FxHashMap<&str, &Class> = map.classes.iter().map(|class| (&*class.name, class)).collect();
    let mut found: FxHashSet<&str> = FxHashSet::default();
    let may_be = |found: &FxHashSet<&str>, class: &Class| {
        let is_unknown = |above: &String| above != "java/lang/Object" && !known.contains_key(&**above);
        let is_interface = |above: &String| SERIALIZABLE.contains(&&**above) || found.contains(&**above);
        class.super_name.iter().any(|above| is_unknown(above) || found.contains(&**above))
            || class.interfaces.iter().any(is_interface)
    };
    loop {
        let more: Vec<&str> = map
            .classes
            .iter()
            .filter(|class| !found.contains(&*class.name) && may_be(&found, class))
            .map(|class| &*class.name)
            .collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// Returns the name of the class that a class is nested in, in the end.
fn outermost(class: &str) -> &str {
    class.split_once('$').map_or(class, |(outer, _)| outer)
}
