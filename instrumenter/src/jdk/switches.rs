//! What puts a virtual thread on its carrier and takes it off again.
//!
//! Meanwhile the current thread is another one than that whose frames are on the stack, and a virtual thread may leave its carrier in the
//! middle of an instruction: since JDK 24 also where it waits for a monitor (JEP 491). Events of this code would fit in neither thread.

use paratrace_classfile::{ClassFile, Instruction, Member};

/// The annotation of methods that call `Thread.setCurrentThread`, and of those that compilers may inline such a method into.
const CHANGES_CURRENT_THREAD: [&[u8]; 1] = [b"Ljdk/internal/vm/annotation/ChangesCurrentThread;"];

/// Name and descriptor of `Thread.setCurrentThread`.
const SET_CURRENT_THREAD: (&str, &str) = ("setCurrentThread", "(Ljava/lang/Thread;)V");

/// Classes whose methods all stay untraced, but what initialises them and their objects.
const CLASSES: [&str; 2] = ["jdk/internal/vm/Continuation", "jdk/internal/vm/StackChunk"];

/// Methods of other classes, besides those with the annotation. A class name that ends with `*` is a prefix: how `System` implements
/// `JavaLangAccess` has a number in its name.
const METHODS: [(&str, &[&str]); 3] = [
    ("java/lang/VirtualThread", &["continuationScope", "runContinuation"]),
    ("java/lang/Thread", &["getContinuation", "setContinuation"]),
    (
        "java/lang/System$*",
        &[
            "currentCarrierThread",
            "extentLocalCache",
            "getContinuation",
            "scopedValueCache",
            "setContinuation",
            "setExtentLocalCache",
            "setScopedValueCache",
            "virtualThreadContinuationScope",
        ],
    ),
];

/// True if a method runs while a carrier and a virtual thread take turns.
pub(super) fn switches_threads(owner: &str, name: &str) -> bool {
    let is_in = |(class, methods): &(&str, &[&str])| super::is_named(class, owner) && methods.contains(&name);
    CLASSES.contains(&owner) && !name.starts_with('<') || METHODS.iter().any(is_in)
}

/// True if a method changes which thread is the current one, or may have a method inlined that does.
pub(crate) fn changes_current_thread(class: &ClassFile<'_>, method: &Member<'_>) -> bool {
    super::is_annotated(class, method, &CHANGES_CURRENT_THREAD)
}

/// True if an instruction of such a method makes another thread the current one.
pub(crate) fn sets_current_thread(class: &ClassFile<'_>, insn: &Instruction) -> bool {
    let called = insn.constant().and_then(|index| class.constant_pool.reference_bytes(index).ok());
    let (name, desc) = SET_CURRENT_THREAD;
    called == Some((name.as_bytes(), desc.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::switches_threads;

    #[test]
    fn constructors_and_other_methods_are_traced() {
        let is_left = [
            ("jdk/internal/vm/Continuation", "yield0"),
            ("java/lang/System$1", "setContinuation"),
            ("java/lang/System$2", "setContinuation"),
            ("java/lang/VirtualThread", "runContinuation"),
        ];
        let is_traced = [
            ("jdk/internal/vm/Continuation", "<init>"),
            ("java/lang/System", "setContinuation"),
            ("java/lang/VirtualThread", "park"),
            ("java/lang/VirtualThread$VThreadContinuation$1", "run"),
        ];
        assert!(is_left.iter().all(|(owner, name)| switches_threads(owner, name)));
        assert!(!is_traced.iter().any(|(owner, name)| switches_threads(owner, name)));
    }
}
