//! Whose method a frame is.

/// Packages of the Java library.
const LIBRARY: [&str; 6] = ["java.", "javax.", "jdk.", "sun.", "com.sun.", "jdk_internal."];
/// What occurs in symbols, and in no name of a method in source code.
const NATIVE: [&str; 6] = ["::", "(", "[", "/", " ", ".so"];

/// Whether a frame is a method of the program: written in Java, and not of the Java library.
pub(crate) fn is_program(frame: &str) -> bool {
    let java = frame.contains('.') && !NATIVE.iter().any(|part| frame.contains(part));
    java && !LIBRARY.iter().any(|package| frame.starts_with(package)) && !frame.contains("$$Lambda")
}

/// The innermost method of the program in a stack, or the innermost frame if it has none.
pub(crate) fn program_method<'n>(frames: &[u32], names: &'n [String]) -> Option<&'n str> {
    let name = |&frame: &u32| names.get(frame as usize).map(String::as_str);
    let program = frames.iter().rev().filter_map(name).find(|name| is_program(name));
    program.or_else(|| frames.last().and_then(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_of_the_program() {
        assert!(["demo.K.tally", "Main.main", "a.B$C.lambda$d$0"].into_iter().all(is_program));
        let others =
            ["java.util.HashMap.get", "jbyte_disjoint_arraycopy", "os::sleep", "[libc.so.6]", "a.B$$Lambda.0x7.run"];
        assert!(!others.into_iter().any(is_program));
    }
}
