//! What puts a virtual thread on its carrier and takes it off again.
//!
//! Meanwhile the current thread is another one than that whose frames are on the stack, and a virtual thread may leave its carrier in the
//! middle of an instruction: since JDK 24 also where it waits for a monitor (JEP 491). Events of this code would fit in neither thread.

/// Classes whose methods all stay untraced, but what initialises them and their objects.
const CLASSES: [&str; 2] = ["jdk/internal/vm/Continuation", "jdk/internal/vm/StackChunk"];

/// Methods of other classes. A class name that ends with `*` is a prefix: how `System` implements `JavaLangAccess` has a number in its name.
const METHODS: [(&str, &[&str]); 3] = [
    ("java/lang/VirtualThread", &["continuationScope", "mount", "runContinuation", "unmount"]),
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

#[cfg(test)]
mod tests {
    use super::switches_threads;

    #[test]
    fn constructors_and_other_methods_are_traced() {
        let is_left = [
            ("jdk/internal/vm/Continuation", "yield0"),
            ("java/lang/System$1", "setContinuation"),
            ("java/lang/System$2", "setContinuation"),
            ("java/lang/VirtualThread", "unmount"),
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
