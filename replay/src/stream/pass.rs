//! Passes over the operation stream.

use super::operation::{Callbacks, Joined, Operation, Spread, reversed};
use crate::program::RegionId;
use paratrace_traceformat::map::{BlockId, InstructionId};

/// A pass over the operation stream: its action at each operation. A pass names only the operations that it cares about.
///
/// [`Operation`] says what the arguments mean.
pub trait StreamPass {
    /// A path; it begins at word `at` of its chunk.
    fn path(&mut self, at: usize, program: u32, frame: u32, slots: &[u32]);

    /// An activation begins.
    #[inline]
    fn enter(&mut self, region: RegionId, parent: RegionId, frame: u32) {
        let _ = (region, parent, frame);
    }

    /// A loop begins, with its first iteration.
    #[inline]
    fn open_loop(&mut self, region: RegionId, parent: RegionId, frame: u32, header: bool) {
        let _ = (region, parent, frame, header);
    }

    /// The innermost open loop begins its next iteration.
    #[inline]
    fn next_iteration(&mut self) {}

    /// Region levels end.
    #[inline]
    fn exit(&mut self, levels: u32) {
        let _ = levels;
    }

    /// A depth is copied to frame addresses.
    #[inline]
    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        let _ = (count, from, to);
    }

    /// A depth joins the one at a frame address.
    #[inline]
    fn join(&mut self, from: Joined, to: u32) {
        let _ = (from, to);
    }

    /// Control arrives at a block at which conditionals may end.
    #[inline]
    fn arrive(&mut self, block: BlockId) {
        let _ = block;
    }

    /// Untraced code begins or ends a task of its callbacks.
    #[inline]
    fn callback(&mut self, what: Callbacks, call: InstructionId) {
        let _ = (what, call);
    }

    /// Code that the stream does not show executes nodes.
    #[inline]
    fn work(&mut self, nodes: u32) {
        let _ = nodes;
    }

    /// A call that is only counted executes nodes, one after the other, for its result at a frame address.
    #[inline]
    fn counted(&mut self, nodes: u32, result: u32) {
        let _ = result;
        self.work(nodes);
    }

    /// A memory slot that such a call has written gets the depth of its result.
    #[inline]
    fn deepened(&mut self, result: u32, slot: u32) {
        let _ = (result, slot);
    }

    /// The pass wants no more operations.
    #[inline]
    fn is_done(&self) -> bool {
        false
    }
}

/// Runs a pass over the operations of a chunk.
#[inline(always)]
pub fn forward(words: &[u32], pass: &mut impl StreamPass) {
    let mut at = 0;
    while at < words.len() && !pass.is_done() {
        let here = at;
        let operation = Operation::read(words, &mut at);
        apply(operation, here, pass);
    }
}

/// Runs a pass over the operations of a chunk, the last first. Each is passed as it stands: what a pass sees as the end of
/// a region is where control entered it.
#[inline]
pub fn backward(words: &[u32], pass: &mut impl StreamPass) {
    for (at, operation) in reversed(words) {
        if pass.is_done() {
            return;
        }
        apply(operation, at, pass);
    }
}

#[inline(always)]
fn apply(operation: Operation<'_>, at: usize, pass: &mut impl StreamPass) {
    match operation {
        Operation::Path { program, frame, slots } => pass.path(at, program, frame, slots),
        Operation::Enter { region, parent, frame } => pass.enter(region, parent, frame),
        Operation::Loop { region, parent, frame, header } => pass.open_loop(region, parent, frame, header),
        Operation::Next => pass.next_iteration(),
        Operation::Exit { levels } => pass.exit(levels),
        Operation::Spread { count, from, to } => pass.spread(count, from, to),
        Operation::Join { from, to } => pass.join(from, to),
        Operation::Arrive { block } => pass.arrive(block),
        Operation::Callback { what, call } => pass.callback(what, call),
        Operation::Work { nodes } => pass.work(nodes),
        Operation::Counted { nodes, result } => pass.counted(nodes, result),
        Operation::Deepened { result, slot } => pass.deepened(result, slot),
    }
}
