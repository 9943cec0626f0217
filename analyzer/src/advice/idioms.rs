//! Idioms: calls of the Java library that keep tasks apart by changing state, and what to use instead.

use paratrace_jvm::library::{self, MethodFact, Nature as Use};
use paratrace_traceformat::map::Site;

use crate::model::Nature;

/// An idiom: what a call does by its class and name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Idiom {
    pub(super) nature: Nature,
    /// The recommended change.
    pub(super) advice: &'static str,
}

/// Returns whether a call leaves the objects that it is given unchanged, as far as the library is known.
pub(crate) fn looks_only(call: &Site) -> bool {
    let looks = [MethodFact::Looks, MethodFact::LooksMostly];
    library::method(&call.class, &call.name, &call.desc).is_some_and(|method| looks.iter().any(|&fact| method.is(fact)))
}

/// Returns the idiom that a call belongs to.
pub(super) fn idiom(call: Option<&Site>) -> Idiom {
    let (nature, advice) = match call.and_then(|call| library::nature(&call.class, &call.name, &call.desc)) {
        Some(used) => of_use(used),
        None => (Nature::Untraced, "its code is not traced: make sure that tasks do not share the object, or guard it"),
    };
    Idiom { nature, advice }
}

fn of_use(used: Use) -> (Nature, &'static str) {
    match used {
        Use::Traversal => {
            (Nature::Traversal, "hand the elements out by index, or let a parallel stream split the collection")
        }
        Use::Random => (
            Nature::Random,
            "one generator per task: SplittableRandom.split() or ThreadLocalRandom; numbers will differ",
        ),
        Use::Append => (Nature::Append, "one builder per task, joined in order at the end (Collectors.joining)"),
        Use::Map => (
            Nature::Collect,
            "a ConcurrentHashMap, or one map per task merged at the end (Collectors.toConcurrentMap, groupingByConcurrent)",
        ),
        Use::Queue => {
            (Nature::Collect, "a concurrent queue if the order does not matter; a work list is a task pool of its own")
        }
        Use::Collection => (Nature::Collect, "one collection per task, joined in order at the end (Collectors.toList)"),
        Use::Output => (Nature::Output, "let tasks return their text and print it in order"),
        Use::Input => (Nature::Input, "read in one thread and process what was read in others: a pipeline"),
        Use::Atomic => (Nature::Atomic, "is already safe to share; LongAdder scales better for counts"),
        Use::OnePerTask => (Nature::PrivateCopy, "one object per task"),
    }
}

#[cfg(test)]
mod tests {
    use paratrace_traceformat::map::{Effect, MethodId, Mode};

    use super::*;

    fn call(class: &str, name: &str, desc: &str) -> Site {
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
    fn well_known_classes_are_told_apart() {
        let nature = |class, method| idiom(Some(&call(class, method, "(I)V"))).nature;
        assert_eq!(nature("java/util/ArrayList", "add"), Nature::Collect);
        assert_eq!(nature("java/util/Hashtable", "put"), Nature::Collect);
        assert_eq!(nature("java/util/Random", "nextInt"), Nature::Random);
        assert_eq!(nature("java/lang/StringBuilder", "append"), Nature::Append);
        assert_eq!(nature("java/util/Iterator", "next"), Nature::Traversal);
        assert_eq!(nature("java/nio/MappedByteBuffer", "put"), Nature::PrivateCopy);
    }

    #[test]
    fn parts_of_names_say_nothing() {
        for class in [
            "java/util/ArrayList$Itr",
            "java/io/RandomAccessFile",
            "java/lang/StackTraceElement",
            "java/util/EventListener",
            "java/util/concurrent/ThreadLocalRandom",
            "my/ArrayList",
        ] {
            assert_eq!(idiom(Some(&call(class, "run", "()V"))).nature, Nature::Untraced, "{class}");
        }
    }

    #[test]
    fn what_moves_does_not_only_look() {
        let looks = |class, name, desc| looks_only(&call(class, name, desc));
        assert!(looks("java/util/List", "get", "(I)Ljava/lang/Object;"));
        assert!(looks("java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;"));
        for (class, name, desc) in [
            ("my/List", "get", "(I)Ljava/lang/Object;"),
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
