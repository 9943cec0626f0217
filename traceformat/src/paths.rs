//! From a path id to the blocks that the program went through (`docs/format.md` section 1.1).

use crate::map::{Block, BlockId, Edge, InstructionId, Op, PEI, PathId, ProgramMap, StartKind};

/// A path: some blocks in execution order, and how it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The start of the path, an index into [`ProgramMap::starts`].
    pub start: u32,
    /// The blocks, the last one perhaps only in part: see `end`. Empty if the call threw.
    pub blocks: Vec<BlockId>,
    /// How it ends.
    pub end: PathEnd,
}

/// How a path ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PathEnd {
    /// At a cut edge; the activation then stands at the start of block `to`.
    Cut {
        /// The edge.
        edge: u32,
        /// Its target block.
        to: BlockId,
    },
    /// The method returns.
    Return,
    /// An instruction threw. It is the last of the path.
    Throws {
        /// Index of the instruction.
        insn: InstructionId,
    },
    /// The call before this `AfterCall` start threw; nothing of the block was executed.
    CallThrew,
}

/// Why there is no path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// No start has this id.
    #[error("no path has id {id}")]
    UnknownId {
        /// The id.
        id: PathId,
    },
    /// No such start.
    #[error("no start has index {start}")]
    UnknownStart {
        /// The index.
        start: u32,
    },
    /// The start has fewer paths than ids. Does not happen in a validated map.
    #[error("path id {id} leaves {rest} at the end of block {block}")]
    Rest {
        /// The id.
        id: PathId,
        /// The rest of the path number.
        rest: u32,
        /// The path's last block.
        block: BlockId,
    },
    /// The start has more than one path without exceptions.
    #[error("start {start} is not silent: block {block} has {edges} edges")]
    NotSilent {
        /// The start.
        start: u32,
        /// The block with a choice, or with none.
        block: BlockId,
        /// Its number of edges.
        edges: u32,
    },
    /// An index that leads nowhere, or a cycle. Does not happen in a validated map.
    #[error("the map is broken at block {block}")]
    Broken {
        /// The block.
        block: BlockId,
    },
}

/// The start that owns a path id.
#[inline]
pub fn start_of(map: &ProgramMap, id: PathId) -> Option<u32> {
    let after = map.starts.partition_point(|s| s.base <= id.number());
    let index = after.checked_sub(1)?;
    let start = &map.starts[index];
    (id.number() - start.base < start.count).then_some(index as u32)
}

/// The path with this id.
///
/// # Errors
/// [`PathError::UnknownId`]; in a map that was not validated also [`PathError::Rest`] and [`PathError::Broken`].
pub fn decode(map: &ProgramMap, id: PathId) -> Result<Path, PathError> {
    follow(map, id, |_, _| {})
}

/// As [`decode`]; `visit` sees each instruction with what is left of the number there: without that, the number is the one
/// of the path on which the instruction threw, if it may throw.
pub(crate) fn follow(
    map: &ProgramMap,
    id: PathId,
    mut visit: impl FnMut(InstructionId, u32),
) -> Result<Path, PathError> {
    let index = start_of(map, id).ok_or(PathError::UnknownId { id })?;
    let start = map.starts[index as usize];
    let mut rest = id.number() - start.base;
    if start.kind == StartKind::AfterCall {
        match rest.checked_sub(1) {
            None => return Ok(Path { start: index, blocks: Vec::new(), end: PathEnd::CallThrew }),
            Some(returned) => rest = returned,
        }
    }
    let mut walk = Walk { map, blocks: Vec::new(), at: start.block };
    let end = loop {
        let block = walk.enter()?;
        if let Some(insn) = throwing(map, block, &mut rest, &mut visit) {
            break PathEnd::Throws { insn };
        }
        let no_path = PathError::Rest { id, rest, block: walk.at };
        if returns(map, block) {
            break (rest == 0).then_some(PathEnd::Return).ok_or(no_path)?;
        }
        let (edge, row) = choose(map, block, rest).ok_or(no_path)?;
        rest -= row.inc;
        if row.cut {
            let no_path = PathError::Rest { id, rest, block: walk.at };
            break (rest == 0).then_some(PathEnd::Cut { edge, to: row.to }).ok_or(no_path)?;
        }
        walk.at = row.to;
    };
    Ok(Path { start: index, blocks: walk.blocks, end })
}

/// The path of a silent start: the one without exceptions (after a call: the call returned); of a handler: the one on which
/// the `athrow` at its end throws.
///
/// # Errors
/// [`PathError::UnknownStart`]; [`PathError::NotSilent`] if there is a choice of paths, or `athrow` at the end of another
/// start's path.
pub fn silent_path(map: &ProgramMap, start: u32) -> Result<Path, PathError> {
    let row = map.starts.get(start as usize).ok_or(PathError::UnknownStart { start })?;
    let mut walk = Walk { map, blocks: Vec::new(), at: row.block };
    let end = loop {
        let block = walk.enter()?;
        if returns(map, block) {
            break PathEnd::Return;
        }
        if let Some(insn) = throw(map, block).filter(|_| row.kind == StartKind::Handler) {
            break PathEnd::Throws { insn };
        }
        let edges = edges(map, block);
        let [only] = edges else {
            return Err(PathError::NotSilent { start, block: walk.at, edges: edges.len() as u32 });
        };
        if only.cut {
            break PathEnd::Cut { edge: block.edges.start, to: only.to };
        }
        walk.at = only.to;
    };
    Ok(Path { start, blocks: walk.blocks, end })
}

/// A walk along blocks.
struct Walk<'m> {
    map: &'m ProgramMap,
    blocks: Vec<BlockId>,
    at: BlockId,
}

impl<'m> Walk<'m> {
    /// Notes the block, and guards against cycles, which a validated map does not have.
    fn enter(&mut self) -> Result<&'m Block, PathError> {
        let broken = PathError::Broken { block: self.at };
        if self.at.is_none() || self.blocks.len() >= self.map.blocks.len() {
            return Err(broken);
        }
        self.blocks.push(self.at);
        self.map.blocks.get(self.at.index()).ok_or(broken)
    }
}

/// Takes the block's possible exceptions off `rest`; the one that is taken, if any.
fn throwing(
    map: &ProgramMap,
    block: &Block,
    rest: &mut u32,
    visit: &mut impl FnMut(InstructionId, u32),
) -> Option<InstructionId> {
    for (insn, flags) in block.instructions().zip(insns(&map.insns.flags, block)) {
        visit(insn, *rest);
        if flags & PEI != 0 {
            match rest.checked_sub(1) {
                None => return Some(insn),
                Some(passed) => *rest = passed,
            }
        }
    }
    None
}

/// True if the block ends with a return.
fn returns(map: &ProgramMap, block: &Block) -> bool {
    let last = insns(&map.insns.op, block).last();
    last.is_some_and(|&op| op == Op::Return as u8 || op == Op::ReturnValue as u8)
}

/// The `athrow` at the end of the block.
fn throw(map: &ProgramMap, block: &Block) -> Option<InstructionId> {
    let last = insns(&map.insns.op, block).last();
    last.filter(|&&op| op == Op::Throw as u8).map(|_| InstructionId::new(block.insns.end - 1))
}

/// The edge with the largest increment that is not above `rest`.
fn choose(map: &ProgramMap, block: &Block, rest: u32) -> Option<(u32, Edge)> {
    let possible = block.edges.clone().zip(edges(map, block)).filter(|(_, e)| e.inc <= rest);
    possible.max_by_key(|(_, e)| e.inc).map(|(id, e)| (id, *e))
}

fn edges<'m>(map: &'m ProgramMap, block: &Block) -> &'m [Edge] {
    map.edges.get(block.edges.start as usize..block.edges.end as usize).unwrap_or_default()
}

fn insns<'m>(column: &'m [u8], block: &Block) -> &'m [u8] {
    column.get(block.insns.start as usize..block.insns.end as usize).unwrap_or_default()
}
