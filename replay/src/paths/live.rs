//! Liveness: the frame cells that matter behind a block, by depth (live locals) and by identity (cells that an access
//! relies on).
//!
//! Both are backward fixpoints over a method's blocks. Cells are numbered as in a frame: 1 + local, then operand-stack
//! entries.

use fixedbitset::FixedBitSet;
use paratrace_traceformat::map::{BlockId, Method, Op, ProgramMap};

use super::origins::{Origins, block_origins};
use super::program::Space;
use crate::base::arithmetic::iinc;
use crate::base::limits;

/// A set of cells per block.
#[derive(Debug, Clone, Default)]
pub(super) struct Sets {
    rows: Vec<FixedBitSet>,
    /// Whether every cell counts as a member, because the sets would be too large.
    full: bool,
}

impl Sets {
    fn new(blocks: usize, cells: usize) -> Self {
        if cells.div_ceil(64).saturating_mul(blocks) > limits::MAX_LIVENESS_WORDS {
            return Self { full: true, ..Self::default() };
        }
        Self { rows: vec![FixedBitSet::with_capacity(cells); blocks], full: false }
    }

    pub(super) fn has(&self, block: usize, cell: u32) -> bool {
        self.full || self.rows[block].contains(cell as usize)
    }

    fn insert(&mut self, block: usize, cell: u32) {
        if let Some(row) = self.rows.get_mut(block) {
            set(row, cell as usize, true);
        }
    }

    /// Replaces a row. Returns whether it changed.
    fn replace(&mut self, block: usize, row: FixedBitSet) -> bool {
        let changed = self.rows[block] != row;
        self.rows[block] = row;
        changed
    }
}

/// Adds or removes a cell, if there is one of this number.
fn set(row: &mut FixedBitSet, cell: usize, member: bool) {
    if cell < row.len() {
        row.set(cell, member);
    }
}

/// Liveness within one method.
#[derive(Debug)]
pub(super) struct Liveness {
    first: u32,
    cells: usize,
    locals: Sets,
    known: [Sets; Space::ALL.len()],
    handlers: Vec<Vec<BlockId>>,
}

impl Liveness {
    /// Solves liveness within a method; of monitors only if it `follows` them.
    pub(super) fn new(map: &ProgramMap, method: &Method, follows: bool) -> Self {
        let blocks = method.blocks.len();
        // Blocks inside a path may begin with more operands than any start.
        let operands = method.blocks.clone().map(|block| map.blocks[block as usize].height).max().unwrap_or(0);
        let cells = 1 + usize::from(method.max_locals) + usize::from(operands);
        let handlers = method.blocks.clone().map(|block| handlers_of(map, method, BlockId::new(block))).collect();
        let mut live = Self {
            first: method.blocks.start,
            cells,
            locals: Sets::new(blocks, cells),
            known: std::array::from_fn(|_| Sets::new(blocks, cells)),
            handlers,
        };
        if !live.locals.full {
            live.solve_locals(map, method);
            live.solve_known(map, method, follows);
        }
        live
    }

    /// Returns whether the depth of this local is read on some way from the beginning of the block.
    pub(super) fn local(&self, block: BlockId, local: u32) -> bool {
        self.locals.has((block.number() - self.first) as usize, 1 + local)
    }

    /// Returns whether an access on the way from the beginning of the block relies on the identity of this cell's
    /// value.
    pub(super) fn relies(&self, block: BlockId, cell: u32, space: Space) -> bool {
        self.known[space as usize].has((block.number() - self.first) as usize, cell)
    }

    /// Returns the handler blocks that an exception in this block can reach.
    pub(super) fn handlers(&self, block: BlockId) -> &[BlockId] {
        &self.handlers[(block.number() - self.first) as usize]
    }

    fn solve_locals(&mut self, map: &ProgramMap, method: &Method) {
        let mut changed = true;
        while changed {
            changed = false;
            for block in method.blocks.clone().rev().map(BlockId::new) {
                changed |= self.update_locals(map, block);
            }
        }
    }

    fn update_locals(&mut self, map: &ProgramMap, block: BlockId) -> bool {
        let mut row = self.successors(map, block, &self.locals);
        let caught = self.caught(block, &self.locals);
        for insn in map.blocks[block.index()].instructions().rev() {
            let (op, arg) = (map.insns.op[insn.index()], map.insns.arg[insn.index()]);
            let cell = 1 + if op == Op::Iinc as u8 { iinc(arg).0 } else { arg } as usize;
            if op == Op::Store as u8 {
                set(&mut row, cell, false);
            }
            if op == Op::Load as u8 || op == Op::Iinc as u8 {
                set(&mut row, cell, true);
            }
            row.union_with(&caught);
        }
        row.union_with(&caught);
        self.locals.replace((block.number() - self.first) as usize, row)
    }

    /// Returns the union over the normal successors.
    fn successors(&self, map: &ProgramMap, block: BlockId, sets: &Sets) -> FixedBitSet {
        let edges = &map.edges[crate::base::span(&map.blocks[block.index()].edges)];
        self.union(sets, edges.iter().map(|edge| edge.to))
    }

    fn caught(&self, block: BlockId, sets: &Sets) -> FixedBitSet {
        self.union(sets, self.handlers(block).iter().copied())
    }

    /// Returns the union over blocks of the method.
    fn union(&self, sets: &Sets, blocks: impl Iterator<Item = BlockId>) -> FixedBitSet {
        let mut union = FixedBitSet::with_capacity(self.cells);
        let rows = blocks.filter_map(|block| sets.rows.get(block.number().wrapping_sub(self.first) as usize));
        rows.for_each(|row| union.union_with(row));
        union
    }

    fn solve_known(&mut self, map: &ProgramMap, method: &Method, follows: bool) {
        let origins: Vec<Origins> =
            method.blocks.clone().map(|b| block_origins(map, method, BlockId::new(b), follows)).collect();
        if origins.iter().all(|origins| origins.relied.is_empty()) {
            return;
        }
        for (block, origins) in origins.iter().enumerate() {
            for &(cell, space) in &origins.relied {
                self.known[space as usize].insert(block, cell);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (block, origins) in (method.blocks.clone().map(BlockId::new)).zip(&origins).rev() {
                changed |= self.update_known(map, block, origins);
            }
        }
    }

    fn update_known(&mut self, map: &ProgramMap, block: BlockId, origins: &Origins) -> bool {
        let at = (block.number() - self.first) as usize;
        let mut changed = false;
        for space in 0..self.known.len() {
            let out = self.successors(map, block, &self.known[space]);
            let caught = self.caught(block, &self.known[space]);
            let mut row = self.known[space].rows[at].clone();
            row.union_with(&passing(&out, &caught, origins));
            let moved = origins.out.iter().filter(|(cell, _)| out.contains(*cell as usize));
            let moved = moved.flat_map(|(_, from)| from.iter().copied());
            let held = origins.held.iter().filter(|(cell, _)| caught.contains(*cell as usize)).map(|&(_, from)| from);
            moved.chain(held).for_each(|from| set(&mut row, from as usize, true));
            changed |= self.known[space].replace(at, row);
        }
        changed
    }
}

/// Returns the cells that a block passes on as they are: it writes none of them before an exception can leave it.
fn passing(out: &FixedBitSet, caught: &FixedBitSet, origins: &Origins) -> FixedBitSet {
    let mut row = out | caught;
    let written = origins.out.iter().map(|(cell, _)| *cell as usize);
    written.filter(|&cell| !caught.contains(cell)).for_each(|cell| set(&mut row, cell, false));
    row
}

/// Lists the handlers of a block, as protected ranges do not cut blocks. Exceptions of a call also leave the block
/// behind the call.
fn handlers_of(map: &ProgramMap, method: &Method, block: BlockId) -> Vec<BlockId> {
    let own = &map.blocks[block.index()];
    let call = (!own.after_call.is_none()).then_some(own.after_call);
    let mut found: Vec<BlockId> = map.handlers[crate::base::span(&method.handlers)]
        .iter()
        .filter(|h| own.instructions().chain(call).any(|insn| h.covers(insn)))
        .map(|h| h.block)
        .filter(|handler| method.blocks.contains(&handler.number()))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
