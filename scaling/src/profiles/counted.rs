//! Exact counts, from a trace.

use super::Tables;
use super::frames::Frame;
use super::threads::kind;
use crate::measurements::{Sample, ThreadProfile};

/// Makes a profile of what one thread executed: stacks of `pkg.Class.method`, outermost first, with their counts. The
/// number of a thread in the operating system is not known of a trace.
pub fn counted<'s>(
    name: &str,
    stacks: impl IntoIterator<Item = (&'s [String], u64)>,
    tables: &mut Tables,
) -> ThreadProfile {
    let mut samples = Vec::new();
    for (stack, count) in stacks {
        let frames = stack.iter().map(|name| tables.frame(Frame::java(name).name)).collect();
        samples.push(Sample { stack: tables.stack(frames), value: count as f64, time: None });
    }
    ThreadProfile { name: name.to_owned(), id: 0, kind: kind(name, true), samples }
}
