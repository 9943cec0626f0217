//! Liveness: the frame cells that matter behind a block, by depth (live locals) and by identity (cells that an access
//! relies on).
//!
//! Both are backward fixpoints over a method's blocks. Cells are numbered as in a frame: 1 + local, then operand-stack
//! entries.

use paratrace_traceformat::map::{Method, NONE, Op, ProgramMap};

use super::origins::{Origins, block_origins};
use super::program::Space;
use crate::base::arithmetic::iinc;
use crate::base::limits;

/// A set of cells per block.
#[derive(Debug, Clone, Default)]
pub(super) struct Sets {
    words: usize,
    bits: Vec<u64>,
    /// Whether every cell counts as a member, because the sets would be too large.
    full: bool,
}

impl Sets {
    fn new(blocks: usize, cells: usize) -> Self {
        let words = cells.div_ceil(64);
        if words.saturating_mul(blocks) > limits::MAX_LIVENESS_WORDS {
            return Self { full: true, ..Self::default() };
        }
        Self { words, bits: vec![0; words * blocks], full: false }
    }

    pub(super) fn has(&self, block: usize, cell: u32) -> bool {
        self.full || (self.row(block).get(cell as usize / 64).is_some_and(|word| word >> (cell % 64) & 1 != 0))
    }

    fn row(&self, block: usize) -> &[u64] {
        &self.bits[block * self.words..(block + 1) * self.words]
    }

    fn insert(&mut self, block: usize, cell: u32) -> bool {
        let at = block * self.words + cell as usize / 64;
        if self.full || cell as usize / 64 >= self.words {
            return false;
        }
        let before = self.bits[at];
        self.bits[at] |= 1 << (cell % 64);
        self.bits[at] != before
    }

    fn merge(&mut self, block: usize, row: &[u64]) -> bool {
        let mut changed = false;
        for (word, more) in self.bits[block * self.words..].iter_mut().zip(row) {
            changed |= *word | more != *word;
            *word |= more;
        }
        changed
    }
}

/// Liveness within one method.
#[derive(Debug)]
pub(super) struct Liveness {
    first: u32,
    locals: Sets,
    known: [Sets; 3],
    handlers: Vec<Vec<u32>>,
}

impl Liveness {
    pub(super) fn new(map: &ProgramMap, method: &Method) -> Self {
        let blocks = method.blocks.len();
        let cells = 1 + usize::from(method.max_locals) + usize::from(method.max_entries);
        let handlers = method.blocks.clone().map(|block| handlers_of(map, method, block)).collect();
        let mut live = Self {
            first: method.blocks.start,
            locals: Sets::new(blocks, cells),
            known: std::array::from_fn(|_| Sets::new(blocks, cells)),
            handlers,
        };
        if !live.locals.full {
            live.solve_locals(map, method);
            live.solve_known(map, method);
        }
        live
    }

    /// Returns whether the depth of this local is read on some way from the beginning of the block.
    pub(super) fn local(&self, block: u32, local: u32) -> bool {
        self.locals.has((block - self.first) as usize, 1 + local)
    }

    /// Returns whether an access on the way from the beginning of the block relies on the identity of this cell's
    /// value.
    pub(super) fn relies(&self, block: u32, cell: u32, space: Space) -> bool {
        self.known[space as usize].has((block - self.first) as usize, cell)
    }

    /// Returns the handler blocks that an exception in this block can reach.
    pub(super) fn handlers(&self, block: u32) -> &[u32] {
        &self.handlers[(block - self.first) as usize]
    }

    fn solve_locals(&mut self, map: &ProgramMap, method: &Method) {
        let mut changed = true;
        while changed {
            changed = false;
            for block in method.blocks.clone().rev() {
                changed |= self.update_locals(map, block);
            }
        }
    }

    fn update_locals(&mut self, map: &ProgramMap, block: u32) -> bool {
        let at = (block - self.first) as usize;
        let mut row = self.successors(map, block, &self.locals);
        let caught = self.caught(block, &self.locals);
        let merge = |row: &mut Vec<u64>| row.iter_mut().zip(&caught).for_each(|(a, b)| *a |= b);
        for insn in map.blocks[block as usize].insns.clone().rev() {
            let (op, arg) = (map.insns.op[insn as usize], map.insns.arg[insn as usize]);
            let cell = 1 + if op == Op::Iinc as u8 { iinc(arg).0 } else { arg } as usize;
            if op == Op::Store as u8 && cell / 64 < row.len() {
                row[cell / 64] &= !(1 << (cell % 64));
            }
            if (op == Op::Load as u8 || op == Op::Iinc as u8) && cell / 64 < row.len() {
                row[cell / 64] |= 1 << (cell % 64);
            }
            merge(&mut row);
        }
        merge(&mut row);
        let words = self.locals.words;
        let old = &mut self.locals.bits[at * words..(at + 1) * words];
        let changed = old != row.as_slice();
        old.copy_from_slice(&row);
        changed
    }

    /// Returns the union over the normal successors.
    fn successors(&self, map: &ProgramMap, block: u32, sets: &Sets) -> Vec<u64> {
        let mut row = vec![0; sets.words];
        for edge in &map.edges[crate::base::span(&map.blocks[block as usize].edges)] {
            let to = edge.to.wrapping_sub(self.first) as usize;
            if to < self.handlers.len() {
                row.iter_mut().zip(sets.row(to)).for_each(|(a, b)| *a |= b);
            }
        }
        row
    }

    fn caught(&self, block: u32, sets: &Sets) -> Vec<u64> {
        let mut row = vec![0; sets.words];
        for &handler in self.handlers(block) {
            row.iter_mut().zip(sets.row((handler - self.first) as usize)).for_each(|(a, b)| *a |= b);
        }
        row
    }

    fn solve_known(&mut self, map: &ProgramMap, method: &Method) {
        let origins: Vec<Origins> = method.blocks.clone().map(|b| block_origins(map, method, b)).collect();
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
            for (block, origins) in (method.blocks.clone()).zip(&origins).rev() {
                changed |= self.update_known(map, block, origins);
            }
        }
    }

    fn update_known(&mut self, map: &ProgramMap, block: u32, origins: &Origins) -> bool {
        let at = (block - self.first) as usize;
        let mut changed = false;
        for space in 0..3 {
            let out = self.successors(map, block, &self.known[space]);
            let caught = self.caught(block, &self.known[space]);
            let mut row: Vec<u64> = out.iter().zip(&caught).map(|(a, b)| a | b).collect();
            for (cell, _) in origins.out.iter().filter(|(cell, _)| !bit(&caught, *cell)) {
                clear(&mut row, *cell);
            }
            let moved =
                origins.out.iter().filter(|(cell, _)| bit(&out, *cell)).flat_map(|(_, from)| from.iter().copied());
            let held = origins.held.iter().filter(|(cell, _)| bit(&caught, *cell)).map(|&(_, from)| from);
            for from in moved.chain(held) {
                changed |= self.known[space].insert(at, from);
            }
            changed |= self.known[space].merge(at, &row);
        }
        changed
    }
}

fn clear(row: &mut [u64], cell: u32) {
    if let Some(word) = row.get_mut(cell as usize / 64) {
        *word &= !(1 << (cell % 64));
    }
}

fn bit(row: &[u64], cell: u32) -> bool {
    row.get(cell as usize / 64).is_some_and(|word| word >> (cell % 64) & 1 != 0)
}

/// Lists the handlers of a block, as protected ranges do not cut blocks. Exceptions of a call also leave the block
/// behind the call.
fn handlers_of(map: &ProgramMap, method: &Method, block: u32) -> Vec<u32> {
    let own = &map.blocks[block as usize];
    let call = (own.after_call != NONE).then_some(own.after_call);
    let mut found: Vec<u32> = map.handlers[crate::base::span(&method.handlers)]
        .iter()
        .filter(|h| {
            let covers = |insn: u32| (h.from..h.to).contains(&insn);
            own.insns.clone().any(covers) || call.is_some_and(covers)
        })
        .map(|h| h.block)
        .filter(|handler| method.blocks.contains(handler))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
