//! Collapsed stacks, as `flamegraph.pl` and async-profiler's converter read them.

use super::{Selection, by_thread, names};
use crate::Classes;
use crate::measurements::Measurements;
use std::fmt::Write;

/// One stack a line: the thread and its frames from the outermost, parted by semicolons, and the count, rounded.
#[must_use]
pub fn collapsed(measured: &Measurements, classes: &Classes, selection: &Selection) -> String {
    let mut text = String::new();
    for (thread, profile) in by_thread(measured, classes, selection) {
        for (&stack, &value) in &profile.stacks {
            let rounded = value.round();
            if rounded > 0.0 {
                let frames = std::iter::once(thread).chain(names(measured, stack)).map(clean);
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{} {rounded}", frames.collect::<Vec<_>>().join(";"));
            }
        }
    }
    text
}

/// A name without what would part frames or lines.
fn clean(name: &str) -> String {
    name.replace(';', ":").replace(char::is_control, " ")
}
