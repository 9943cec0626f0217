//! How methods, classes and places in the source are called.

/// `pkg/Class.name`, without the descriptor.
fn without_descriptor(method: &str) -> &str {
    method.split('(').next().unwrap_or_default()
}

/// `pkg/Class` of a method.
pub(crate) fn class(method: &str) -> &str {
    let name = without_descriptor(method);
    name.rsplit_once('.').map_or(name, |(class, _)| class)
}

/// `Class.name`, without package and descriptor.
pub(crate) fn short(method: &str) -> &str {
    without_descriptor(method).rsplit('/').next().unwrap_or_default()
}

/// A line, where the class file tells it.
pub(crate) fn line(line: i32) -> Option<u64> {
    u64::try_from(line).ok().filter(|&line| line > 0)
}

/// `File.java:12`, or the next best.
pub(crate) fn location(method: &str, file: Option<&str>, at: i32, pc: u32) -> String {
    let file = file.unwrap_or(short(method));
    match line(at) {
        Some(line) => format!("{file}:{line}"),
        None => format!("{file}, offset {pc}"),
    }
}
