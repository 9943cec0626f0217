//! What is known of the library's methods: which hand back what they are given, which objects they call back.

/// Classes whose objects call nothing of the program, whatever they are used for.
const CLOSED: [&str; 12] = [
    "java/lang/String",
    "java/lang/Class",
    "java/lang/Thread",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/Number",
    "java/lang/Throwable",
    "java/io/PrintStream",
    "java/util/Random",
    "java/util/BitSet",
    "java/math/BigInteger",
    "java/math/BigDecimal",
];

/// Boxes.
const BOXES: [&str; 8] = ["Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double"];

/// Nothing of the program is called through an object of this class.
pub(super) fn is_closed(class: &str) -> bool {
    let boxed = class.strip_prefix("java/lang/").is_some_and(|name| BOXES.contains(&name));
    let primitives = class.starts_with('[') && class.trim_start_matches('[').len() == 1;
    boxed || primitives || CLOSED.contains(&class) || class.starts_with("java/util/concurrent/atomic/Atomic")
}

/// What a known method does with references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// A new array of primitives.
    NewArray,
    /// A new array of the same class, with the same elements.
    Clone,
    /// Elements of the first argument become elements of the third.
    CopyElements,
    /// The first argument comes back.
    Identity,
    /// Keeps no argument.
    Forgets,
}

/// Methods whose effect on references is known.
pub(crate) fn known(class: &str, name: &str, desc: &str) -> Option<Known> {
    let primitives = desc.rsplit_once(")[").is_some_and(|(_, element)| element.len() == 1);
    match (class, name) {
        (array, "clone") if array.starts_with('[') => Some(Known::Clone),
        ("java/lang/System", "arraycopy") => Some(Known::CopyElements),
        ("java/util/Arrays", "copyOf" | "copyOfRange") if primitives => Some(Known::NewArray),
        ("java/util/Arrays", "fill" | "equals" | "hashCode" | "toString" | "binarySearch")
            if !desc.contains("Ljava/lang/Object;") =>
        {
            Some(Known::Forgets)
        }
        ("java/util/Arrays", "sort") if !desc.contains("java/") => Some(Known::Forgets),
        ("java/lang/String", "toCharArray" | "getBytes") if primitives => Some(Known::NewArray),
        ("java/util/Objects", "requireNonNull") if !desc.contains("Supplier") => Some(Known::Identity),
        ("java/lang/Object" | "java/lang/Record" | "java/lang/Enum", "<init>") => Some(Known::Forgets),
        (_, "getClass") if desc == "()Ljava/lang/Class;" => Some(Known::Forgets),
        _ => None,
    }
}

/// Methods that the library calls of objects that it finds in collections and arrays.
pub(super) const OF_ALL: [&str; 5] = ["toString", "hashCode", "equals", "compareTo", "compare"];

/// Methods that the library calls through a type of its own. `None`: not known.
pub(super) fn called_through(class: &str) -> Option<&'static [&'static str]> {
    Some(match class {
        "java/lang/Object" => &["toString", "hashCode", "equals", "finalize"],
        "java/lang/Runnable" | "java/lang/Thread" => &["run"],
        "java/lang/Comparable" => &["compareTo"],
        "java/util/Comparator" => &["compare"],
        "java/util/concurrent/Callable" => &["call"],
        "java/lang/Iterable" => &["iterator", "forEach", "spliterator"],
        "java/util/Iterator" => &["hasNext", "next", "remove", "forEachRemaining"],
        "java/lang/CharSequence" => &["length", "charAt", "subSequence"],
        "java/lang/AutoCloseable" | "java/io/Closeable" => &["close"],
        "java/lang/Cloneable" | "java/lang/Record" | "java/util/RandomAccess" => &[],
        "java/io/Serializable" => &["readObject", "writeObject", "readResolve", "writeReplace"],
        "java/lang/Enum" => &["toString"],
        _ => return None,
    })
}
