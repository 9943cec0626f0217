//! Names of methods, classes and places in the source, as texts show them.

pub(crate) use paratrace_analyzer::names::{class_of as class, short};

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
