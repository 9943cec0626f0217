//! Leaks: ways on which objects get into untraced code without the trace saying which objects.

use paratrace_jvm::library::{self, ClassFact};
use paratrace_replay::program::parameters;
use paratrace_traceformat::map::{InstructionId, MethodId, ProgramMap, Site};
use rustc_hash::FxHashSet;

use crate::dependences::closed_types::is_interface;
use crate::dependences::{Points, insides};

/// Returns whether the executed code has such a way: an array of objects that untraced code is given, the text or the hash
/// of a record, or a method that returns an object to untraced code (`called_back`).
pub(crate) fn leaks(
    map: &ProgramMap,
    executed: impl Iterator<Item = MethodId>,
    mut called_back: impl Iterator<Item = MethodId>,
) -> bool {
    let leaks = Leaks { points: Points::new(map), own: own_classes(map) };
    let returns_object = |method: MethodId| {
        let described = map.methods[method.index()].desc.rsplit_once(')');
        described.is_some_and(|(_, result)| leaks.may_be_held(result))
    };
    let mut code = executed.flat_map(|method| map.methods[method.index()].instructions());
    called_back.any(returns_object) || code.any(|insn| leaks.gives_unseen(insn))
}

/// Returns the classes whose objects have nothing of untraced code but what all objects have.
fn own_classes(map: &ProgramMap) -> FxHashSet<&str> {
    let is_own = |above: Option<&str>| above == Some("java/lang/Object");
    let classes = map.classes.iter().filter(|class| !is_interface(class));
    classes.filter(|class| is_own(class.super_name.as_deref())).map(|class| &*class.name).collect()
}

struct Leaks<'m> {
    points: Points<'m>,
    own: FxHashSet<&'m str>,
}

impl Leaks<'_> {
    /// Returns whether a call gives untraced code objects that are not among its arguments.
    fn gives_unseen(&self, insn: InstructionId) -> bool {
        let call = self.points.call(insn).filter(|call| !call.state_args.is_empty());
        call.is_some_and(|call| {
            self.gives_array(call) && !self.points.passes_values(insn)
                || insides::reads_fields(call) && self.has_objects(call)
        })
    }

    fn gives_array(&self, call: &Site) -> bool {
        let mut arrays = parameters(&call.desc).filter(|described| described.starts_with('['));
        arrays.any(|array| self.may_be_held(array.trim_start_matches('[')))
    }

    /// Returns whether an object that a call is given has a field that refers to another one.
    fn has_objects(&self, call: &Site) -> bool {
        let given = |class: &str| parameters(&call.desc).any(|described| class_of(described) == Some(class));
        let is_object = |described: &str| described.starts_with('[') || self.may_be_held(described);
        self.points.map.fields.iter().any(|field| given(&field.class) && is_object(&field.desc))
    }

    /// Returns whether what has this type may be an object of untraced code that changes.
    fn may_be_held(&self, described: &str) -> bool {
        class_of(described).is_some_and(|class| !library::is(class, ClassFact::Value) && !self.own.contains(class))
    }
}

fn class_of(described: &str) -> Option<&str> {
    described.strip_prefix('L')?.strip_suffix(';')
}
