//! The methods that access memory, by their names.

use paratrace_classfile::descriptor::{MethodDescriptor, Type};

use super::{FIELD, UNSAFE, UNSAFE_OF_8};

/// A method that accesses memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Accessor {
    /// The argument that says what is accessed.
    pub(crate) holder: Holder,
    /// It reads the place.
    pub(crate) reads: bool,
    /// It writes the place, or may do so.
    pub(crate) writes: bool,
    /// Bytes of the value that it accesses, if that is a primitive one.
    pub(crate) width: Option<u8>,
}

/// What says which memory a call accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holder {
    /// The receiver: a variable handle or a field updater. The object follows, and the index if it is an array.
    Receiver,
    /// The offset behind the object, which is the first parameter.
    Offset,
    /// The receiver, which is known only when the call is made: a field by reflection. The object follows.
    Reflection,
}

const UPDATERS: [&str; 3] = [
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
];

/// The access that a method is, if it is one.
pub(crate) fn accessor(class: &str, name: &str, desc: &str) -> Option<Accessor> {
    let (reads, writes) = direction(name)?;
    let (holder, width) = match class {
        // `setMemory` sets a region.
        UNSAFE | UNSAFE_OF_8 if !name.starts_with("set") => (Holder::Offset, width_at_offset(desc)?),
        "java/lang/invoke/VarHandle" => (Holder::Receiver, width_at_index(desc)),
        FIELD if desc.starts_with("(Ljava/lang/Object;") => (Holder::Reflection, None),
        _ if UPDATERS.contains(&class) && desc.starts_with("(Ljava/lang/Object;") => (Holder::Receiver, None),
        _ => return None,
    };
    Some(Accessor { holder, reads, writes, width })
}

/// Whether a method of this name reads, and whether it writes.
fn direction(name: &str) -> Option<(bool, bool)> {
    const UPDATING: [&str; 3] = ["compareAnd", "weakCompareAnd", "getAnd"];
    const ARITHMETIC: [&str; 5] =
        ["incrementAndGet", "decrementAndGet", "addAndGet", "updateAndGet", "accumulateAndGet"];
    if UPDATING.iter().any(|first| name.starts_with(first)) || ARITHMETIC.contains(&name) {
        return Some((true, true));
    }
    match name {
        _ if name.starts_with("get") => Some((true, false)),
        _ if name.starts_with("set") || name.starts_with("put") || name == "lazySet" => Some((false, true)),
        _ => None,
    }
}

/// The bytes of the primitive value that a method of `Unsafe` accesses; nothing of a reference. `None` if it takes no object and offset,
/// or accesses more than one value.
fn width_at_offset(desc: &str) -> Option<Option<u8>> {
    let parsed = MethodDescriptor::parse(desc).ok()?;
    let [Type::Class(b"java/lang/Object"), Type::Long, values @ ..] = &parsed.parameters[..] else { return None };
    let of_two_parts =
        matches!(values, [Type::Short, Type::Short] | [Type::Byte, Type::Byte, ..] | [Type::Int, Type::Int])
            && parsed.return_type.is_none();
    let value = match (values, &parsed.return_type) {
        // Whether the bytes of what is read are in the order of big-endian numbers.
        ([Type::Boolean], Some(read)) => read,
        (values, read) => values.first().or(read.as_ref())?,
    };
    (values.len() <= 2 && !of_two_parts).then_some(width(value))
}

/// The bytes of the primitive value that a call of a variable handle accesses at an index of an array.
fn width_at_index(desc: &str) -> Option<u8> {
    let parsed = MethodDescriptor::parse(desc).ok()?;
    let [Type::Array(_), Type::Int, values @ ..] = &parsed.parameters[..] else { return None };
    width(values.last().or(parsed.return_type.as_ref())?)
}

fn width(value: &Type<'_>) -> Option<u8> {
    match value {
        Type::Boolean | Type::Byte => Some(1),
        Type::Char | Type::Short => Some(2),
        Type::Int | Type::Float => Some(4),
        Type::Long | Type::Double => Some(8),
        Type::Class(_) | Type::Array(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Accessor, Holder, UNSAFE, accessor};

    const OBJECT: &str = "Ljava/lang/Object;";

    #[test]
    fn methods_of_unsafe_are_known_by_their_names() {
        let of = |name: &str, desc: &str| accessor(UNSAFE, name, &desc.replace('O', OBJECT));
        let offset = |width, reads, writes| Some(Accessor { holder: Holder::Offset, reads, writes, width });
        assert_eq!(of("getInt", "(OJ)I"), offset(Some(4), true, false));
        assert_eq!(of("getLongUnaligned", "(OJZ)J"), offset(Some(8), true, false));
        assert_eq!(of("putCharUnaligned", "(OJCZ)V"), offset(Some(2), false, true));
        assert_eq!(of("putReferenceRelease", "(OJO)V"), offset(None, false, true));
        assert_eq!(of("getReferenceAcquire", "(OJ)O"), offset(None, true, false));
        assert_eq!(of("getAndAddInt", "(OJI)I"), offset(Some(4), true, true));
        assert_eq!(of("compareAndSetLong", "(OJJJ)Z"), offset(Some(8), true, true));
        assert_eq!(of("compareAndExchangeReference", "(OJOO)O"), offset(None, true, true));
        assert_eq!(of("weakCompareAndSetBoolean", "(OJZZ)Z"), offset(Some(1), true, true));
        assert_eq!(of("getInt", "(J)I"), None);
        assert_eq!(of("setMemory", "(OJJB)V"), None);
        assert_eq!(of("putIntParts", "(OJSS)V"), None);
        assert_eq!(of("putLongParts", "(OJBBBBBBBB)V"), None);
        assert_eq!(of("objectFieldOffset", "(Ljava/lang/Class;Ljava/lang/String;)J"), None);
    }

    #[test]
    fn fields_by_reflection_are_accessed_with_an_object() {
        let of = |reads, writes| Some(Accessor { holder: Holder::Reflection, reads, writes, width: None });
        let field = |name, desc| accessor("java/lang/reflect/Field", name, desc);
        assert_eq!(field("get", "(Ljava/lang/Object;)Ljava/lang/Object;"), of(true, false));
        assert_eq!(field("setInt", "(Ljava/lang/Object;I)V"), of(false, true));
        assert_eq!(field("getName", "()Ljava/lang/String;"), None);
        assert_eq!(field("getAnnotation", "(Ljava/lang/Class;)Ljava/lang/annotation/Annotation;"), None);
        assert_eq!(field("setAccessible", "(Z)V"), None);
        assert_eq!(field("equals", "(Ljava/lang/Object;)Z"), None);
    }

    #[test]
    fn handles_and_updaters_name_their_place() {
        let of = |reads, writes| Some(Accessor { holder: Holder::Receiver, reads, writes, width: None });
        assert_eq!(accessor("java/lang/invoke/VarHandle", "setRelease", "(LA;I)V"), of(false, true));
        let at_index = accessor("java/lang/invoke/VarHandle", "get", "([BI)J");
        assert_eq!(at_index.and_then(|accessor| accessor.width), Some(8));
        assert_eq!(accessor("java/lang/invoke/VarHandle", "varType", "()Ljava/lang/Class;"), None);
        let updater = "java/util/concurrent/atomic/AtomicIntegerFieldUpdater";
        assert_eq!(accessor(updater, "incrementAndGet", "(Ljava/lang/Object;)I"), of(true, true));
        assert_eq!(accessor("java/util/concurrent/atomic/AtomicInteger", "get", "()I"), None);
    }
}
