//! The methods that `Object` gives to what is called through an interface.

/// True if it is a public method of `Object`. A call of it through an interface finds it in the receiver's class (JVMS
/// §5.4.3.4), before any method of an interface: the rewriting and the replay must agree on that.
pub fn is_public_of_object(name: &str, desc: &str) -> bool {
    matches!(
        (name, desc),
        ("getClass", "()Ljava/lang/Class;")
            | ("hashCode", "()I")
            | ("equals", "(Ljava/lang/Object;)Z")
            | ("toString", "()Ljava/lang/String;")
            | ("notify" | "notifyAll", "()V")
            | ("wait", "()V" | "(J)V" | "(JI)V")
    )
}
