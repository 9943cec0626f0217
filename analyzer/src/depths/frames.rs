//! The cells of the stack's frames, in one block.
//!
//! A recursion may have millions of frames, of which only the topmost are accessed. Those far below are packed, a piece at a time, and
//! unpacked when the recursion returns to them. Frames of one method are much alike: neighbouring lanes have the same differences.

use std::ops::{Index, IndexMut};

use paratrace_replay::base::frames::Cell;
use paratrace_replay::base::packing::{pack, unpack};

use super::lanes::{BLOCK, Block};
use crate::limits::{FRAME_PIECE, PLAIN_FRAME_PIECES};

/// The cells from an address on, and those packed below it.
#[derive(Debug)]
pub(super) struct Frames {
    pub(super) cells: Vec<Block>,
    /// Address of the first cell that is not packed.
    pub(super) origin: u32,
    /// The pieces below, the lowest first.
    packed: Vec<Vec<u8>>,
}

impl Frames {
    pub(super) const fn new() -> Self {
        Self { cells: Vec::new(), origin: 0, packed: Vec::new() }
    }

    /// Begins at an address: nothing below is accessed from now on, and nothing written before.
    #[inline(always)]
    pub(super) fn begin(&mut self, origin: u32) {
        self.origin = origin;
        if !self.packed.is_empty() {
            self.packed = Vec::new();
        }
    }

    /// Returns the place of the cell at an address.
    #[inline(always)]
    pub(super) fn place(&self, address: u32) -> usize {
        address.saturating_sub(self.origin) as usize
    }

    /// Returns the address below which cells must be unpacked before a frame there is accessed; 0 if none is packed.
    pub(super) fn lowest(&self) -> u32 {
        if self.packed.is_empty() { 0 } else { self.origin + FRAME_PIECE }
    }

    /// Makes cells for a frame, and packs those far below it.
    pub(super) fn reach(&mut self, frame: u32, cells: u32) {
        while frame.saturating_sub(self.origin) >= PLAIN_FRAME_PIECES * FRAME_PIECE && self.pack() {}
        let needed = self.place(frame) + cells as usize;
        if self.cells.len() < needed {
            // Deep stacks are large, so little is reserved.
            let length = needed.max(self.cells.len() + self.cells.len().min(1 << 16) / 4);
            self.cells.reserve_exact(length - self.cells.len());
            self.cells.resize(length, Block::ZERO);
        }
    }

    /// Packs the lowest piece; returns `false` if it is not there as a whole.
    fn pack(&mut self) -> bool {
        let Some(piece) = self.cells.get(..FRAME_PIECE as usize) else { return false };
        self.packed.push(packed(piece));
        self.cells.drain(..FRAME_PIECE as usize);
        self.origin += FRAME_PIECE;
        true
    }

    /// Unpacks what lies directly below a frame. No frame has more cells than `widest`: what lies above is over.
    pub(super) fn return_to(&mut self, frame: u32, widest: u32) {
        while frame < self.lowest()
            && let Some(piece) = self.packed.pop()
        {
            self.origin -= FRAME_PIECE;
            let most = self.place(frame) + (widest + PLAIN_FRAME_PIECES * FRAME_PIECE) as usize;
            self.cells.truncate(most.saturating_sub(FRAME_PIECE as usize));
            self.cells.splice(..0, unpacked(&piece));
        }
    }

    /// Changes all cells.
    pub(super) fn for_each(&mut self, mut change: impl FnMut(&mut Block)) {
        self.cells.iter_mut().for_each(&mut change);
        for piece in &mut self.packed {
            let mut cells = unpacked(piece);
            cells.iter_mut().for_each(&mut change);
            *piece = packed(&cells);
        }
    }
}

impl Index<usize> for Frames {
    type Output = Block;

    fn index(&self, place: usize) -> &Block {
        &self.cells[place]
    }
}

impl IndexMut<usize> for Frames {
    fn index_mut(&mut self, place: usize) -> &mut Block {
        &mut self.cells[place]
    }
}

/// Packs cells, each lane as the difference to the one before it, and the first lane as that to the same of the cell before.
fn packed(cells: &[Block]) -> Vec<u8> {
    let mut words = Vec::with_capacity(cells.len() * BLOCK);
    let mut first = 0;
    for Block(lanes) in cells {
        words.push(lanes[0].wrapping_sub(first));
        words.extend(lanes.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])));
        first = lanes[0];
    }
    pack(&words)
}

fn unpacked(packed: &[u8]) -> Vec<Block> {
    let mut words = unpack(packed, FRAME_PIECE as usize * BLOCK);
    let mut first = 0;
    for lanes in words.chunks_exact_mut(BLOCK) {
        let mut before = first;
        for lane in lanes.iter_mut() {
            *lane = lane.wrapping_add(before);
            before = *lane;
        }
        first = lanes[0];
    }
    words.as_chunks().0.iter().map(|lanes| Block(*lanes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(address: u32) -> Block {
        Block(std::array::from_fn(|lane| address.wrapping_mul(2_654_435_761).rotate_left(lane as u32)))
    }

    #[test]
    fn cells_come_back_when_a_recursion_returns() {
        let (mut frames, deepest) = (Frames::new(), 20 * FRAME_PIECE);
        frames.begin(3);
        for address in 3..deepest {
            frames.reach(address, 1);
            let place = frames.place(address);
            frames[place] = cell(address);
        }
        assert!(frames.packed.len() > 10 && frames.cells.len() as u32 <= (PLAIN_FRAME_PIECES + 1) * FRAME_PIECE);
        frames.for_each(|cell| cell.0[0] = cell.0[0].wrapping_add(1));
        for address in (3..deepest).rev() {
            frames.return_to(address, 1);
            let mut found = frames[frames.place(address)];
            found.0[0] = found.0[0].wrapping_sub(1);
            assert_eq!(found, cell(address), "address {address}");
        }
        assert!(frames.packed.is_empty() && frames.cells.len() as u32 <= (PLAIN_FRAME_PIECES + 3) * FRAME_PIECE);
    }

    /// Frames of a recursion differ by the same from lane to lane.
    #[test]
    fn frames_of_a_recursion_are_packed_well() {
        let cells = |address: u32| Block(std::array::from_fn(|lane| 9 * address + 70 * lane as u32));
        let piece: Vec<Block> = (0..1 << 12).map(cells).collect();
        assert!(20 * packed(&piece).len() < size_of_val(&*piece), "{} bytes", packed(&piece).len());
    }
}
