//! The paths of a map that a run has taken, with the facts that follow from them. Each is decoded once for all threads, as there may be many that do
//! little.

use std::sync::Arc;

use paratrace_jvm::library::{self, ClassFact};
use paratrace_jvm::opcodes;
use paratrace_traceformat::handle;
use paratrace_traceformat::map::{BlockId, InstructionId, MethodId, NONE, Op, PathId, ProgramMap, Site};
use paratrace_traceformat::paths::{Path, PathEnd, decode, silent_path};

use super::index::Index;
use super::loops::{Arrival, arrival};
use crate::base::error::Desync;
use crate::base::shared_values::SharedValues;

handle! {
    /// Number of a path among those that occurred in one replay, in the order in which they occurred first.
    pub struct PathRow;
}

/// A path of the map, with the facts that follow from it.
#[derive(Debug, Clone)]
pub struct PathInfo {
    /// Its number within one replay.
    pub index: PathRow,
    /// Number of the path in the map; for a silent path, that of its start.
    pub id: PathId,
    /// Whether it is the path that its start takes without an event.
    pub is_silent: bool,
    /// The method that it belongs to.
    pub method: MethodId,
    /// The start at which it begins.
    pub start: u32,
    /// The blocks on it.
    pub path: Arc<Path>,
    /// The last block on it.
    pub last: Option<BlockId>,
    /// The end of the path.
    pub end: End,
    /// Whether a class that the map does not know answers the call of a traced virtual method at its end.
    pub outside: bool,
    /// Whether the path begins behind a call.
    pub behind_call: bool,
    /// Number of region levels left within the path.
    pub left: u32,
    /// The arrival at its end.
    pub arrival: Arrival,
    /// Sites of the calls inside the path whose receiver's class is not recorded; calls that end a path are not among
    /// them.
    pub leaves: Arc<[u32]>,
    /// Number of instructions executed.
    pub nodes: u32,
}

/// The end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentence of a variant names its fields")]
pub enum End {
    /// It arrives at a block that is a start.
    Arrive { block: BlockId, start: u32 },
    /// It ends with a call; `start` is the start behind the call.
    Call { insn: InstructionId, site: u32, start: u32 },
    /// It leaves the method.
    Return,
    /// An instruction throws.
    Throws { insn: InstructionId },
    /// The call before the path's start threw.
    CallThrew { insn: InstructionId },
}

/// The paths that any thread has taken, without numbers.
pub(super) type TakenPaths = SharedValues<PathKey, PathInfo>;

/// Tells the paths of a map apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PathKey {
    id: PathId,
    is_silent: bool,
}

impl Index<'_> {
    /// Returns the path of an event, without a number.
    ///
    /// # Errors
    /// If the map has no such path.
    pub(crate) fn path_of_event(&self, id: PathId) -> Result<PathInfo, Desync> {
        let key = PathKey { id, is_silent: false };
        self.taken.try_get_or_make(key, || {
            let start = self.start_of(id).ok_or(Desync::UnknownPath { id })?;
            let path = decode(self.map, id).map_err(|_| Desync::UnknownPath { id })?;
            self.describe(start, path, key)
        })
    }

    /// Returns the path that a start takes without an event, without a number.
    ///
    /// # Errors
    /// If it can take several.
    pub(crate) fn path_without_event(&self, start: u32) -> Result<PathInfo, Desync> {
        let id = PathId::new(self.map.starts[start as usize].base);
        let key = PathKey { id, is_silent: true };
        self.taken.try_get_or_make(key, || {
            let path = silent_path(self.map, start).map_err(|_| Desync::UnknownPath { id })?;
            self.describe(start, path, key)
        })
    }

    fn describe(&self, start: u32, path: Path, key: PathKey) -> Result<PathInfo, Desync> {
        let map = self.map;
        let end = end_of(map, start, &path).ok_or(Desync::NoStart { id: key.id })?;
        let (nodes, leaves) = contents(map, &path, end);
        let (left, arrival) = loops(map, &path, end);
        Ok(PathInfo {
            index: PathRow::NONE,
            id: key.id,
            is_silent: key.is_silent,
            method: self.method_of(start),
            start,
            last: path.blocks.last().copied(),
            path: Arc::new(path),
            end,
            outside: false,
            behind_call: map.blocks[map.starts[start as usize].block.index()].after_call != InstructionId::NONE,
            left,
            arrival,
            leaves: leaves.into(),
            nodes,
        })
    }
}

/// Returns the number of region levels left within a path, and the arrival at its end.
fn loops(map: &ProgramMap, path: &Path, end: End) -> (u32, Arrival) {
    let left: u32 = path.blocks.windows(2).map(|pair| 2 * arrival(map, Some(pair[0]), pair[1]).left).sum();
    let last = path.blocks.last().copied();
    let arrives = if let End::Arrive { block, .. } = end { arrival(map, last, block) } else { Arrival::default() };
    (left, arrives)
}

fn end_of(map: &ProgramMap, start: u32, path: &Path) -> Option<End> {
    match path.end {
        PathEnd::Return => Some(End::Return),
        PathEnd::Throws { insn } => Some(End::Throws { insn }),
        PathEnd::CallThrew => {
            let insn = map.blocks[map.starts[start as usize].block.index()].after_call;
            if insn.is_none() { None } else { Some(End::CallThrew { insn }) }
        }
        PathEnd::Cut { to, .. } => {
            let block = &map.blocks[to.index()];
            if block.start == NONE {
                return None;
            }
            if block.after_call.is_none() {
                return Some(End::Arrive { block: to, start: block.start });
            }
            let insn = block.after_call;
            Some(End::Call { insn, site: map.insns.arg[insn.index()], start: block.start })
        }
    }
}

/// Returns the number of instructions that a path executes, and the sites of the calls inside it that need no event.
fn contents(map: &ProgramMap, path: &Path, end: End) -> (u32, Vec<u32>) {
    let (mut nodes, mut leaves) = (0, Vec::new());
    for insn in instructions(map, path, end) {
        nodes += 1;
        let i = insn.index();
        let cut = matches!(end, End::Call { insn: call, .. } if call == insn);
        if map.insns.op[i] == Op::Invoke as u8 && !cut {
            let site = &map.sites[map.insns.arg[i] as usize];
            let missed = matches!(end, End::Throws { insn: last } if last == insn) && throws_only_for_null(site);
            if !site.class_recorded && !missed {
                leaves.push(map.insns.arg[i]);
            }
        }
    }
    (nodes, leaves)
}

/// Returns whether a call can fail only for want of a receiver, so that nothing was called: a method of a value without
/// arguments.
fn throws_only_for_null(site: &Site) -> bool {
    let value = library::is(&site.class, ClassFact::Value);
    site.opcode == opcodes::INVOKEVIRTUAL && value && site.desc.starts_with("()")
}

/// Lists the instructions of a path, in order.
fn instructions<'p>(map: &'p ProgramMap, path: &'p Path, end: End) -> impl Iterator<Item = InstructionId> + 'p {
    let blocks: &[BlockId] = if matches!(end, End::CallThrew { .. }) { &[] } else { &path.blocks };
    blocks.iter().flat_map(move |&block| block_instructions(map, block, end))
}

/// Returns the instructions of one block of a path: all, or up to the one that throws.
pub fn block_instructions(
    map: &ProgramMap,
    block: BlockId,
    end: End,
) -> impl ExactSizeIterator<Item = InstructionId> + use<> {
    let insns = map.blocks[block.index()].insns.clone();
    let executed = match end {
        End::Throws { insn } if insns.contains(&insn.number()) => insns.start..insn.number() + 1,
        _ => insns,
    };
    executed.map(InstructionId::new)
}
