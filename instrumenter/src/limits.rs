//! Limits, each with its reason.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Methods of a traced JDK that are left untraced for one leaf: a leaf that calls more does so much that it is worth an event.
pub(crate) const METHODS_WITHIN_LEAF: usize = 20;

/// Largest class file that is read. Real ones stay far below; a larger one is left as it is, as it may be a bomb.
pub(crate) const MAX_CLASS_BYTES: u64 = 16 << 20;

/// Largest attribute of a manifest: a `Class-Path` of a hundred thousand jars.
pub(crate) const MAX_ATTRIBUTE_BYTES: u64 = 16 << 20;

/// Greatest ratio by which a compressed jar inside a jar may grow when it is unpacked: its own entries are compressed
/// already, as a rule.
pub(crate) const MAX_LIBRARY_RATIO: u64 = 64;

/// A jar inside a jar may always unpack to this many bytes.
pub(crate) const MIN_LIBRARY_BYTES: u64 = 1 << 20;

/// Words of sets (64 objects each) that may flow from one reference to another while the data of tasks is analysed. Tasks that
/// reach 20,000 methods took a sixth of it; beyond, it takes minutes, and gigabytes.
pub(crate) const MAX_FLOWS: u64 = 1 << 28;

/// Exception edges of one method: blocks by the handlers that cover them. Code of compilers has a few thousand.
pub(crate) const MAX_EXCEPTION_EDGES: usize = 1 << 20;

/// Values that the analysis of one method may look at, for each byte of its code and in all. Code of compilers takes
/// a hundred; tens of thousands of locals in thousands of blocks would take minutes.
pub(crate) const WORK_PER_BYTE: usize = 1 << 10;

/// Values that are known at the beginnings of the blocks of one method, in all: 24 MiB.
pub(crate) const MAX_BLOCK_VALUES: usize = 1 << 21;

/// How often one block at a time is made the start of paths because there were too many: one by one they are as few as
/// possible. After that all blocks that one count of the paths asks for become starts at once.
pub(crate) const MAX_SINGLE_SPLITS: usize = 64;

/// Loops by blocks of one method that `--counters` may look at; beyond, loops count as they go.
pub(crate) const MAX_COUNTED_LOOPS: usize = 1 << 22;

/// Bytes of plans that are kept from the survey until the classes are rewritten; the methods of other classes are planned
/// again.
pub(crate) const KEPT_PLANS: usize = 256 << 20;

/// Bytes of plans of one class that are in memory at once while it is surveyed; those of a larger class are made again when it is rewritten.
pub(crate) const PLANS_OF_CLASS: usize = 8 << 20;

/// Bytes that the map's rows of one class may always take, and those that they may take for each byte of its code. Code of compilers takes four to
/// eight; tens of thousands of conditions take twenty, and only classes of more than half a megabyte of them reach this.
pub(crate) const ROWS_OF_CLASS: usize = 8 << 20;
pub(crate) const ROWS_PER_BYTE: usize = 4;

/// Bytes of class files that are kept from the first look at them; others are unpacked at each of the three looks.
pub(crate) const KEPT_CLASSES: usize = 64 << 20;

/// Directories that are entered through links: a few links that lead to each other's directories make any number of paths.
pub(crate) const MAX_LINKED_DIRECTORIES: usize = 100_000;

/// The bytes that are left of a limit that threads share.
#[derive(Debug)]
pub(crate) struct Room(AtomicUsize);

impl Room {
    pub(crate) fn new(bytes: usize) -> Room {
        Room(AtomicUsize::new(bytes))
    }

    /// Takes so many bytes; returns `false`, and takes none, if fewer are left.
    pub(crate) fn take(&self, bytes: usize) -> bool {
        let rest = |left: usize| left.checked_sub(bytes);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).is_ok()
    }
}
