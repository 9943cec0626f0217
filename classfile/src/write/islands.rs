//! Code on branches: it stands right in front of the branch's target.
//!
//! ```text
//!     goto L          if control comes from above
//! T1: code            branches with code go here instead of to L …
//!     goto L
//! T2: code            … and here
//! L:  target
//! ```
//!
//! At the end of the method it would have to jump back, which costs more bytes, looks like a loop to the JVM's counters,
//! and is forbidden by older verifiers while an object is uninitialised. Here a forward branch stays a forward branch,
//! exception ranges around the target cover the code as a matter of course, and it needs no other type state than the
//! frame of the target.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::bytes::{put_u2, put_u4};
use super::editor::{BranchSlot, CodeEditor};
use crate::opcodes as op;

/// Code to run when an instruction takes one of its branches.
#[derive(Debug, Clone)]
pub(crate) struct EdgeCode {
    pub(crate) branch: usize,
    pub(crate) slot: BranchSlot,
    pub(crate) target: usize,
    pub(crate) code: Vec<u8>,
}

/// The code in front of one target.
#[derive(Debug, Default)]
pub(crate) struct Island {
    pub(crate) bytes: Vec<u8>,
    /// Beginnings of the pieces, as distances back from the end of the island; the first piece first.
    pub(crate) entries: Vec<usize>,
}

/// All islands of a method, by target.
#[derive(Debug, Default)]
pub(crate) struct Islands {
    by_target: FxHashMap<usize, Island>,
    /// Redirected branches, with the distance of their code from the target.
    redirected: FxHashMap<(usize, BranchSlot), usize>,
}

impl Islands {
    pub(crate) fn build(editor: &CodeEditor<'_>) -> Self {
        let mut islands = Islands::default();
        for (target, pieces) in group(&editor.edges) {
            let reached = editor.is_reached_from_above(target);
            let (island, distances) = assemble(pieces.iter().map(|(code, _)| code.as_slice()), reached);
            for ((_, branches), distance) in pieces.iter().zip(distances) {
                islands.redirected.extend(branches.iter().map(|&branch| (branch, distance)));
            }
            islands.by_target.insert(target, island);
        }
        islands
    }

    /// The instructions that have islands in front of them, in no order.
    pub(crate) fn targets(&self) -> impl Iterator<Item = usize> + '_ {
        self.by_target.keys().copied()
    }

    /// The island in front of an instruction.
    pub(crate) fn at(&self, target: usize) -> Option<&Island> {
        self.by_target.get(&target)
    }

    /// Bytes in front of its target at which a branch lands: at a piece of an island; 0 if it goes to the target
    /// itself.
    pub(crate) fn distance(&self, branch: usize, slot: BranchSlot) -> usize {
        if self.redirected.is_empty() {
            return 0;
        }
        self.redirected.get(&(branch, slot)).copied().unwrap_or(0)
    }
}

type Branch = (usize, BranchSlot);

/// A piece of code and the branches that want it.
type Piece = (Vec<u8>, Vec<Branch>);

/// For each target the different pieces of code.
fn group(edges: &[EdgeCode]) -> BTreeMap<usize, Vec<Piece>> {
    let mut by_branch: BTreeMap<Branch, (usize, Vec<u8>)> = BTreeMap::new();
    for edge in edges {
        let entry = by_branch.entry((edge.branch, edge.slot)).or_insert_with(|| (edge.target, Vec::new()));
        entry.1.extend(&edge.code);
    }
    let mut by_code: BTreeMap<(usize, Vec<u8>), Vec<Branch>> = BTreeMap::new();
    for (branch, (target, code)) in by_branch {
        if !code.is_empty() {
            by_code.entry((target, code)).or_default().push(branch);
        }
    }
    let mut by_target: BTreeMap<usize, Vec<Piece>> = BTreeMap::new();
    for ((target, code), branches) in by_code {
        by_target.entry(target).or_default().push((code, branches));
    }
    by_target
}

/// Lays the pieces out, from the last to the first, so that every `goto` knows how far it is to the end.
fn assemble<'c>(pieces: impl DoubleEndedIterator<Item = &'c [u8]>, reached: bool) -> (Island, Vec<usize>) {
    let mut chunks: Vec<Vec<u8>> = Vec::new();
    let mut distances = Vec::new();
    let mut length = 0;
    for piece in pieces.rev() {
        let mut chunk = piece.to_vec();
        if length > 0 {
            put_goto_over(&mut chunk, length);
        }
        length += chunk.len();
        chunks.push(chunk);
        distances.push(length);
    }
    if reached {
        let mut chunk = Vec::new();
        put_goto_over(&mut chunk, length);
        chunks.push(chunk);
    }
    distances.reverse();
    let bytes = chunks.into_iter().rev().flatten().collect();
    (Island { bytes, entries: distances.clone() }, distances)
}

/// A `goto` over the next `length` bytes.
fn put_goto_over(out: &mut Vec<u8>, length: usize) {
    match i16::try_from(length + 3) {
        Ok(offset) => {
            out.push(op::GOTO);
            put_u2(out, offset.cast_unsigned());
        }
        Err(_) => {
            out.push(op::GOTO_W);
            put_u4(out, u32::try_from(length + 5).unwrap_or(u32::MAX));
        }
    }
}
