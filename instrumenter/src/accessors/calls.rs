//! The methods that access memory, by their names.

use paratrace_classfile::descriptor::{MethodDescriptor, Type};

use super::UNSAFE;

/// A method that accesses memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Accessor {
    /// The argument that says what is accessed.
    pub(crate) holder: Holder,
    /// It reads the place.
    pub(crate) reads: bool,
    /// It writes the place, or may do so.
    pub(crate) writes: bool,
}

/// What says which memory a call accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holder {
    /// The receiver: a variable handle or a field updater. The object follows, and the index if it is an array.
    Receiver,
    /// The offset behind the object, which is the first parameter.
    Offset {
        /// A reference is accessed: it is all that lies there, whatever its size.
        of_reference: bool,
    },
}

const UPDATERS: [&str; 3] = [
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
];

/// The access that a method is, if it is one.
pub(crate) fn accessor(class: &str, name: &str, desc: &str) -> Option<Accessor> {
    let (reads, writes) = direction(name)?;
    let holder = match class {
        // `setMemory` sets a region.
        UNSAFE if !name.starts_with("set") => Holder::Offset { of_reference: is_reference(desc)? },
        "java/lang/invoke/VarHandle" => Holder::Receiver,
        _ if UPDATERS.contains(&class) && desc.starts_with("(Ljava/lang/Object;") => Holder::Receiver,
        _ => return None,
    };
    Some(Accessor { holder, reads, writes })
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

/// Whether a method of `Unsafe` accesses a reference. `None` if it takes no object and offset, or accesses more than one value.
fn is_reference(desc: &str) -> Option<bool> {
    let parsed = MethodDescriptor::parse(desc).ok()?;
    let [Type::Class(b"java/lang/Object"), Type::Long, values @ ..] = &parsed.parameters[..] else { return None };
    let of_two_parts =
        matches!(values, [Type::Short, Type::Short] | [Type::Byte, Type::Byte, ..] | [Type::Int, Type::Int])
            && parsed.return_type.is_none();
    let value = values.first().or(parsed.return_type.as_ref())?;
    (values.len() <= 2 && !of_two_parts).then_some(matches!(value, Type::Class(_)))
}

#[cfg(test)]
mod tests {
    use super::{Accessor, Holder, UNSAFE, accessor};

    const OBJECT: &str = "Ljava/lang/Object;";

    #[test]
    fn methods_of_unsafe_are_known_by_their_names() {
        let of = |name: &str, desc: &str| accessor(UNSAFE, name, &desc.replace('O', OBJECT));
        let offset =
            |of_reference, reads, writes| Some(Accessor { holder: Holder::Offset { of_reference }, reads, writes });
        assert_eq!(of("getInt", "(OJ)I"), offset(false, true, false));
        assert_eq!(of("getLongUnaligned", "(OJZ)J"), offset(false, true, false));
        assert_eq!(of("putCharUnaligned", "(OJCZ)V"), offset(false, false, true));
        assert_eq!(of("putReferenceRelease", "(OJO)V"), offset(true, false, true));
        assert_eq!(of("getReferenceAcquire", "(OJ)O"), offset(true, true, false));
        assert_eq!(of("getAndAddInt", "(OJI)I"), offset(false, true, true));
        assert_eq!(of("compareAndSetLong", "(OJJJ)Z"), offset(false, true, true));
        assert_eq!(of("compareAndExchangeReference", "(OJOO)O"), offset(true, true, true));
        assert_eq!(of("weakCompareAndSetBoolean", "(OJZZ)Z"), offset(false, true, true));
        assert_eq!(of("getInt", "(J)I"), None);
        assert_eq!(of("setMemory", "(OJJB)V"), None);
        assert_eq!(of("putIntParts", "(OJSS)V"), None);
        assert_eq!(of("putLongParts", "(OJBBBBBBBB)V"), None);
        assert_eq!(of("objectFieldOffset", "(Ljava/lang/Class;Ljava/lang/String;)J"), None);
    }

    #[test]
    fn handles_and_updaters_name_their_place() {
        let of = |reads, writes| Some(Accessor { holder: Holder::Receiver, reads, writes });
        assert_eq!(accessor("java/lang/invoke/VarHandle", "setRelease", "(LA;I)V"), of(false, true));
        assert_eq!(accessor("java/lang/invoke/VarHandle", "varType", "()Ljava/lang/Class;"), None);
        let updater = "java/util/concurrent/atomic/AtomicIntegerFieldUpdater";
        assert_eq!(accessor(updater, "incrementAndGet", "(Ljava/lang/Object;)I"), of(true, true));
        assert_eq!(accessor("java/util/concurrent/atomic/AtomicInteger", "get", "()I"), None);
    }
}
