//! Known library methods: their effect on depths, and which of them cannot call back.

use paratrace_classfile::descriptor::{MethodDescriptor, Type};
use paratrace_jvm::library::{self, ClassFact, Method, MethodFact};
use paratrace_traceformat::map::Effect;

/// True if values of the class have no opaque state.
pub(super) fn is_value_class(class: &str) -> bool {
    library::is(class, ClassFact::Value)
}

/// True if a parameter of this type can have opaque state.
pub(super) fn may_have_state(parameter: &Type<'_>) -> bool {
    match parameter {
        Type::Class(name) => !std::str::from_utf8(name).is_ok_and(is_value_class),
        Type::Array(_) => true,
        _ => false,
    }
}

/// True if no class extends it.
pub(super) fn is_final(class: &str) -> bool {
    is_value_class(class) || library::is(class, ClassFact::Final)
}

/// True for `Object.getClass`, which every class inherits and none can override.
pub(super) fn is_get_class(name: &str, desc: &str) -> bool {
    (name, desc) == ("getClass", "()Ljava/lang/Class;")
}

/// The methods of `Object` that only classes inherit.
pub(super) fn is_protected_of_object(name: &str, desc: &str) -> bool {
    matches!((name, desc), ("clone", "()Ljava/lang/Object;") | ("finalize", "()V"))
}

/// The effect of a call of this library method on depths.
pub(super) fn effect(class: &str, name: &str, desc: &str) -> Effect {
    let method = library::method(class, name, desc);
    let is = |fact| method.is_some_and(|method| method.is(fact));
    if is(MethodFact::CopiesElements) {
        Effect::ArrayCopy
    } else if is(MethodFact::Clones) {
        Effect::Clone
    } else if library::is_pure(class, name, desc) {
        Effect::Pure
    } else {
        Effect::State
    }
}

/// True if a method does nothing but give a new array with the first elements of its first argument.
pub(crate) fn copies_front(class: &str, name: &str, desc: &str) -> bool {
    library::method_is(class, name, desc, MethodFact::CopiesFront)
}

/// The class, if its objects can be made once more right after this constructor, and nobody can tell: it has told nobody of its
/// object, and has run no code of the program that would run again.
pub(crate) fn twin(class: &str, desc: &str) -> Option<&'static str> {
    library::method(class, "<init>", desc).filter(|method| method.is(MethodFact::Twin))?;
    library::class(class).map(|class| class.name)
}

/// True if the object that a library method returns or initialises may share state with its receiver, or with its first argument.
pub(crate) fn is_view(class: &str, name: &str, desc: &str) -> bool {
    library::method_is(class, name, desc, MethodFact::View)
}

/// True if no class overrides the method.
pub(super) fn is_final_method(class: &str, name: &str, desc: &str) -> bool {
    library::method_is(class, name, desc, MethodFact::Final)
}

/// True if a method leaves its object and its arguments unchanged.
pub(super) fn looks(class: &str, name: &str, desc: &str) -> bool {
    library::method_is(class, name, desc, MethodFact::Looks)
}

/// True if a method without side effects may yet read the state of its arguments.
pub(super) fn may_read_arguments(class: &str, name: &str, desc: &str) -> bool {
    !library::method_is(class, name, desc, MethodFact::Pure)
}

/// The type of the array that a library method returns, if nothing else refers to it.
pub(crate) fn new_array(class: &str, name: &str, desc: &str) -> Option<&'static str> {
    library::method(class, name, desc).filter(|method| method.is(MethodFact::NewArray)).and_then(Method::result)
}

/// True if a call of exactly this library method cannot run code of the program.
pub(crate) fn is_leaf(class: &str, name: &str, desc: &str) -> bool {
    let is = |fact| library::is(class, fact);
    match library::method(class, name, desc) {
        Some(method) if method.is(MethodFact::Leaf) => true,
        Some(method) if method.is(MethodFact::Acquires) => false,
        _ => is(ClassFact::Leaf) || is(ClassFact::LeafOfValues) && only_values(desc),
    }
}

/// True if that is only known of all methods of the class, whose objects may be of classes that extend it.
pub(super) fn is_leaf_by_class(class: &str, name: &str, desc: &str) -> bool {
    !library::method_is(class, name, desc, MethodFact::Leaf) && !is_final(class)
}

/// Library constructors of `new` expressions that take only values, of packages that hold plain data.
pub(crate) fn is_leaf_constructor(class: &str, desc: &str) -> bool {
    let plain = library::is_plain(package(class)) && !library::is(class, ClassFact::StartsSomething);
    plain && only_values(desc)
}

/// True if all parameters are primitives, strings, boxes or arrays of primitives.
pub(super) fn only_values(desc: &str) -> bool {
    let Ok(parsed) = MethodDescriptor::parse(desc) else { return false };
    parsed.parameters.iter().all(|parameter| match parameter {
        Type::Class(_) => !may_have_state(parameter),
        Type::Array(whole) => !whole.contains(&b'L') && whole.len() == 2,
        _ => true,
    })
}

/// The package of a class, with slashes; empty for the unnamed one.
pub(crate) fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

#[cfg(test)]
mod tests {
    use super::{effect, is_leaf, new_array, only_values, twin};
    use paratrace_traceformat::map::Effect;

    #[test]
    fn what_calls_services_of_the_program_is_no_leaf() {
        assert!(is_leaf("java/lang/System", "nanoTime", "()J"));
        assert!(!is_leaf("java/lang/System", "getLogger", "(Ljava/lang/String;)Ljava/lang/System$Logger;"));
        assert!(!is_leaf("java/lang/System", "inheritedChannel", "()Ljava/nio/channels/Channel;"));
    }

    #[test]
    fn get_class_is_a_leaf_of_every_class() {
        for class in ["java/io/ByteArrayOutputStream", "java/lang/StringBuffer", "my/List", "[I"] {
            assert!(is_leaf(class, "getClass", "()Ljava/lang/Class;"), "{class}");
        }
    }

    #[test]
    fn facts_of_methods_come_before_those_of_classes() {
        assert!(is_leaf("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I"));
        assert!(!is_leaf("java/lang/Integer", "getInteger", "(Ljava/lang/String;)Ljava/lang/Integer;"));
        assert_eq!(effect("java/lang/Integer", "getInteger", "(Ljava/lang/String;)Ljava/lang/Integer;"), Effect::Pure);
        assert_eq!(effect("[J", "clone", "()Ljava/lang/Object;"), Effect::Clone);
        assert!(only_values("([CI)V") && !only_values("([[C)V"));
    }

    #[test]
    fn what_is_made_is_named() {
        assert_eq!(twin("java/util/HashMap", "()V"), Some("java/util/HashMap"));
        assert_eq!(twin("java/util/HashMap", "(I)V"), None);
        assert_eq!(new_array("java/util/Arrays", "copyOf", "([JI)[J"), Some("[J"));
        assert_eq!(new_array("java/lang/String", "getBytes", "(II[BI)V"), None);
    }
}
