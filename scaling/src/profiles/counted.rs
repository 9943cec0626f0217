//! Exact counts, from a trace.

use super::Tables;
use super::frames::Frame;
use super::threads::kind;
use crate::measurements::{Sample, ThreadProfile};

/// Makes a profile of what one thread did: stacks of `pkg.Class.method`, outermost first, with their counts, of which those of 0 are left
/// out. The number of a thread in the operating system is not known of a trace.
pub fn counted(name: &str, stacks: impl IntoIterator<Item = (Vec<String>, f64)>, tables: &mut Tables) -> ThreadProfile {
    let mut samples = Vec::new();
    for (stack, value) in stacks.into_iter().filter(|(_, value)| *value > 0.0) {
        let frames = stack.iter().map(|name| tables.frame(Frame::java(name).name)).collect();
        samples.push(Sample { stack: tables.stack(frames), value, time: None });
    }
    ThreadProfile { name: name.to_owned(), id: 0, kind: kind(name, true), samples }
}
