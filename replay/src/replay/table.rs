//! The table of paths that occurred, each decoded once.

use paratrace_jvm::library::{self, ClassFact};
use paratrace_jvm::opcodes;
use paratrace_traceformat::map::{BlockId, InstructionId, NONE, Op, PathId, ProgramMap, Site};
use paratrace_traceformat::paths::{Path, PathEnd, decode, silent_path};
use rustc_hash::FxHashMap;

use super::counted::Executions;
use super::machine::{End, PathInfo, PathRow};
use crate::base::error::Desync;
use crate::base::pages::Pages;
use crate::base::prefetch::prefetch;
use crate::program::{Arrival, Index, arrival};

/// Least and greatest size of the direct-mapped cache from ids to paths. It grows with the paths, as threads may be many and
/// short.
const FEWEST_RECENT: usize = 1 << 5;
const MOST_RECENT: usize = 1 << 13;

/// Paths by id and by silent start, with the number of executions of each.
pub(super) struct PathTable<'i, 'm> {
    index: &'i Index<'m>,
    /// The cache: each place holds an id and its path.
    recent: Vec<(PathId, PathRow)>,
    by_id: FxHashMap<PathId, PathRow>,
    /// Path of each silent start that occurred.
    silent: Pages<Option<PathRow>>,
    /// Of a path, the one whose call a class answers that the map does not know.
    outside: FxHashMap<PathRow, PathRow>,
    pub infos: Vec<PathInfo>,
    pub counts: Vec<Executions>,
}

impl<'i, 'm> PathTable<'i, 'm> {
    pub(super) fn new(index: &'i Index<'m>) -> Self {
        let (by_id, silent, outside, infos, counts) = Default::default();
        let recent = vec![(PathId::NONE, PathRow::NONE); FEWEST_RECENT];
        Self { index, recent, by_id, silent, outside, infos, counts }
    }

    /// Returns the path of an event, and decodes it if it is new.
    #[inline]
    pub(super) fn of_id(&mut self, id: PathId) -> Result<PathRow, Desync> {
        let place = self.place(id);
        let (known, index) = self.recent[place];
        if known == id && !index.is_none() {
            return Ok(index);
        }
        let index = match self.by_id.get(&id) {
            Some(&index) => index,
            None => self.decode(id)?,
        };
        let place = self.place(id);
        self.recent[place] = (id, index);
        Ok(index)
    }

    /// Returns the path of an event if it is in the cache.
    #[inline]
    pub(super) fn recent(&self, id: PathId) -> Option<PathRow> {
        let (known, index) = self.recent[self.place(id)];
        (known == id && !index.is_none()).then_some(index)
    }

    /// Returns the path of an event if it occurred before.
    pub(super) fn known(&self, id: PathId) -> Option<PathRow> {
        self.by_id.get(&id).copied()
    }

    /// Prefetches what [`Self::recent`] reads.
    #[inline]
    pub(super) fn prefetch(&self, id: PathId) {
        prefetch(&self.recent[self.place(id)]);
    }

    #[cold]
    fn decode(&mut self, id: PathId) -> Result<PathRow, Desync> {
        let start = self.index.start_of(id).ok_or(Desync::UnknownPath { id })?;
        let path = decode(self.index.map, id).map_err(|_| Desync::UnknownPath { id })?;
        let index = self.add(start, path, (id, false))?;
        self.by_id.insert(id, index);
        if 2 * self.by_id.len() > self.recent.len() && self.recent.len() < MOST_RECENT {
            self.recent = vec![(PathId::NONE, PathRow::NONE); 4 * self.recent.len()];
        }
        Ok(index)
    }

    /// Returns the place of an id in the cache.
    #[inline]
    fn place(&self, id: PathId) -> usize {
        (id.number().wrapping_mul(0x9e37_79b1) >> 16) as usize & (self.recent.len() - 1)
    }

    /// Returns the path that a start takes without an event.
    pub(super) fn of_silent(&mut self, start: u32) -> Result<PathRow, Desync> {
        match self.silent.get(start as usize) {
            None => self.add_silent(start),
            Some(index) => Ok(index),
        }
    }

    #[cold]
    fn add_silent(&mut self, start: u32) -> Result<PathRow, Desync> {
        let id = PathId::new(self.index.map.starts[start as usize].base);
        let path = silent_path(self.index.map, start).map_err(|_| Desync::UnknownPath { id })?;
        let index = self.add(start, path, (id, true))?;
        *self.silent.at(start as usize) = Some(index);
        Ok(index)
    }

    /// Returns the same path whose call a class answers that the map does not know.
    pub(super) fn answered_outside(&mut self, path: PathRow) -> PathRow {
        if let Some(&known) = self.outside.get(&path) {
            return known;
        }
        let index = PathRow::new(self.infos.len() as u32);
        self.infos.push(PathInfo { index, outside: true, ..self.infos[path.index()].clone() });
        self.counts.push(Executions::default());
        self.outside.insert(path, index);
        index
    }

    fn add(&mut self, start: u32, path: Path, (id, is_silent): (PathId, bool)) -> Result<PathRow, Desync> {
        let map = self.index.map;
        let end = end_of(map, start, &path).ok_or(Desync::NoStart { id })?;
        let index = PathRow::new(self.infos.len() as u32);
        let (nodes, leaves) = contents(map, &path, end);
        let method = self.index.method_of(start);
        let (left, arrival) = loops(map, &path, end);
        let behind_call = map.blocks[map.starts[start as usize].block.index()].after_call != InstructionId::NONE;
        let (last, path, leaves) = (path.blocks.last().copied(), Box::new(path), leaves.into());
        let known = PathInfo {
            index,
            id,
            is_silent,
            method,
            start,
            path,
            last,
            end,
            outside: false,
            behind_call,
            left,
            arrival,
            leaves,
            nodes,
        };
        self.infos.push(known);
        self.counts.push(Executions::default());
        Ok(index)
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
            (!insn.is_none()).then_some(End::CallThrew { insn })
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
pub(super) fn instructions<'p>(
    map: &'p ProgramMap,
    path: &'p Path,
    end: End,
) -> impl Iterator<Item = InstructionId> + 'p {
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
