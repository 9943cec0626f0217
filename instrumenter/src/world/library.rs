//! What is known of library methods: which cannot call back, and what they do to depths (docs/metrics.md, “Critical path”).

use paratrace_classfile::descriptor::{MethodDescriptor, Type};
use paratrace_traceformat::map::Effect;

/// Immutable values without opaque state.
const VALUES: [&str; 9] = [
    "java/lang/String",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
];

/// Final classes: the receiver's class is the one the instruction names.
const FINAL: [&str; 7] = [
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/System",
    "java/lang/Class",
    "java/util/Objects",
];

/// Classes whose methods never run code of the program as long as every argument is a value.
const CLOSED: [&str; 14] = [
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/System",
    "java/util/BitSet",
    "java/util/Random",
    "java/util/ArrayList",
    "java/util/ArrayDeque",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/LinkedList",
    "java/io/ByteArrayOutputStream",
    "java/io/ByteArrayInputStream",
    "java/math/BigInteger",
    "java/math/BigDecimal",
];

/// Methods of open classes that only move references around, whatever the argument is.
const MOVERS: [(&str, &str, &str); 10] = [
    ("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z"),
    ("java/util/ArrayList", "set", "(ILjava/lang/Object;)Ljava/lang/Object;"),
    ("java/util/ArrayList", "add", "(ILjava/lang/Object;)V"),
    ("java/util/ArrayDeque", "add", "(Ljava/lang/Object;)Z"),
    ("java/util/ArrayDeque", "addLast", "(Ljava/lang/Object;)V"),
    ("java/util/ArrayDeque", "addFirst", "(Ljava/lang/Object;)V"),
    ("java/util/ArrayDeque", "push", "(Ljava/lang/Object;)V"),
    ("java/util/LinkedList", "add", "(Ljava/lang/Object;)Z"),
    ("java/util/LinkedList", "addFirst", "(Ljava/lang/Object;)V"),
    ("java/util/LinkedList", "addLast", "(Ljava/lang/Object;)V"),
];

/// Whether values of the class have no opaque state.
pub(super) fn is_value_class(class: &str) -> bool {
    VALUES.contains(&class)
}

/// Whether a parameter of this type can have opaque state.
pub(super) fn may_have_state(parameter: &Type<'_>) -> bool {
    match parameter {
        Type::Class(name) => !VALUES.iter().any(|value| value.as_bytes() == *name),
        Type::Array(_) => true,
        _ => false,
    }
}

/// Whether no class extends it.
pub(super) fn is_final(class: &str) -> bool {
    is_value_class(class) || FINAL.contains(&class)
}

/// Every class inherits it, and it is final.
pub(super) fn is_get_class(name: &str, desc: &str) -> bool {
    (name, desc) == ("getClass", "()Ljava/lang/Class;")
}

/// The methods of `Object` that only classes inherit.
pub(super) fn is_protected_of_object(name: &str, desc: &str) -> bool {
    matches!((name, desc), ("clone", "()Ljava/lang/Object;") | ("finalize", "()V"))
}

/// What a call of this library method does to depths.
pub(super) fn effect(class: &str, name: &str, desc: &str) -> Effect {
    match (class, name) {
        ("java/lang/System", "arraycopy") => Effect::ArrayCopy,
        ("java/lang/Object", "<init>") => Effect::Pure,
        ("java/util/Objects", "requireNonNull") => Effect::Pure,
        ("java/lang/Math" | "java/lang/StrictMath", _) => Effect::Pure,
        (array, "clone") if array.starts_with('[') => Effect::Clone,
        _ if is_get_class(name, desc) => Effect::Pure,
        _ if is_value_class(class) => Effect::Pure,
        _ => Effect::State,
    }
}

/// The class, if its objects can be made once more right after this constructor, and nobody can tell: it has told nobody of its
/// object, and has run no code of the program that would run again.
pub(crate) fn twin(class: &str, desc: &str) -> Option<&'static str> {
    const BUILDER: &str = "java/lang/StringBuilder";
    const EMPTY: [&str; 11] = [
        "java/util/ArrayList",
        "java/util/HashMap",
        "java/util/HashSet",
        "java/util/LinkedHashMap",
        "java/util/LinkedHashSet",
        "java/util/LinkedList",
        "java/util/ArrayDeque",
        "java/util/TreeMap",
        "java/util/TreeSet",
        "java/util/PriorityQueue",
        "java/lang/StringBuffer",
    ];
    if class == BUILDER {
        return Some(BUILDER);
    }
    EMPTY.into_iter().find(|&known| known == class && desc == "()V")
}

/// The type of the array that a library method returns, if nothing else refers to it.
pub(crate) fn new_array(class: &str, name: &str, desc: &str) -> Option<&'static str> {
    const TYPES: [&str; 10] =
        ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J", "[Ljava/lang/Object;", "[Ljava/lang/String;"];
    let new = match class {
        "java/lang/String" => matches!(name, "toCharArray" | "getBytes" | "split"),
        "java/util/Arrays" => matches!(name, "copyOf" | "copyOfRange"),
        _ => false,
    };
    let (_, result) = desc.rsplit_once(')').filter(|_| new)?;
    TYPES.into_iter().find(|&known| known == result)
}

/// Whether a call of exactly this library method cannot run code of the program.
pub(super) fn is_leaf(class: &str, name: &str, desc: &str) -> bool {
    match (class, name) {
        ("java/lang/Object", "<init>") | ("java/lang/System", "arraycopy" | "identityHashCode") => true,
        ("java/util/Objects", "requireNonNull") => !desc.contains("Supplier"),
        ("java/lang/System", "exit" | "loadLibrary" | "load" | "runFinalization" | "gc") => false,
        _ if may_acquire(class, name) => false,
        ("java/lang/Thread", "currentThread") => true,
        ("java/lang/Math" | "java/lang/StrictMath", _) => true,
        (array, "clone") if array.starts_with('[') => true,
        _ if is_get_class(name, desc) => true,
        (_, "equals") if is_value_class(class) => true,
        _ if is_value_class(class) || CLOSED.contains(&class) => only_values(desc) && !calls_back(class, name),
        _ => MOVERS.contains(&(class, name, desc)),
    }
}

/// Methods that may see what another thread has released, although they run no code of the program. (A `Random` works that
/// way, too, but does not promise it.)
fn may_acquire(class: &str, name: &str) -> bool {
    match class {
        "java/lang/StringBuffer" | "java/io/ByteArrayOutputStream" | "java/io/ByteArrayInputStream" => name != "<init>",
        "java/lang/System" => name.ends_with("Property") || name.ends_with("Properties"),
        "java/lang/Boolean" => name == "getBoolean",
        "java/lang/Integer" => name == "getInteger",
        "java/lang/Long" => name == "getLong",
        _ => false,
    }
}

/// Library constructors of `new` expressions that take only values, of packages that hold plain data.
pub(super) fn is_leaf_constructor(class: &str, desc: &str) -> bool {
    let plain = matches!(super::package(class), "java/lang" | "java/util" | "java/math" | "java/text");
    let active =
        matches!(class, "java/lang/Thread" | "java/lang/ThreadGroup" | "java/util/Timer" | "java/util/Scanner");
    plain && !active && only_values(desc)
}

/// Methods of collections without arguments that call back all the same.
fn calls_back(class: &str, name: &str) -> bool {
    let collection = class.starts_with("java/util/") && !matches!(class, "java/util/BitSet" | "java/util/Random");
    collection
        && !matches!(
            name,
            "<init>"
                | "size"
                | "isEmpty"
                | "get"
                | "clear"
                | "getFirst"
                | "getLast"
                | "removeFirst"
                | "removeLast"
                | "pollFirst"
                | "pollLast"
                | "peek"
                | "poll"
                | "pop"
                | "peekFirst"
                | "peekLast"
                | "iterator"
                | "listIterator"
                | "keySet"
                | "values"
                | "entrySet"
                | "ensureCapacity"
                | "trimToSize"
                | "toArray"
        )
}

/// Whether all parameters are primitives, strings, boxes or arrays of primitives.
pub(super) fn only_values(desc: &str) -> bool {
    let Ok(parsed) = MethodDescriptor::parse(desc) else { return false };
    parsed.parameters.iter().all(|parameter| match parameter {
        Type::Class(_) => !may_have_state(parameter),
        Type::Array(whole) => !whole.contains(&b'L') && whole.len() == 2,
        _ => true,
    })
}
