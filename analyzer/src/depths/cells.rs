//! Cells of one window: the depths of frames, memory and temps.
//!
//! A cell holds a tag and one depth per level. The tag is the ordinal of region entries at which the cell was written.
//! A depth is relative to the region open at its level when it was written. Because regions nest, a value written at
//! ordinal `tag` lies inside the region now open at a lane exactly if `tag >= enter[lane]`. Otherwise its depth there
//! reads as 0.
//!
//! So the depths of a deep level matter only while its region is open, and most cells are older than that. Cells are
//! therefore split into *tiers* (lanes 0 to 7, 8 to 15, then 16 each) which are stored apart. A tier is written only
//! while one of its levels is open. It is read only if the tag says that the region of its lowest level is still the
//! same. Its pages are reused when that level is entered anew. Only the first tier is permanent: 32 bytes for each
//! location.
//!
//! Safety: [`Shadow::prepare`] makes room for all temps and frame cells of a path in every open block, so the accesses
//! of that path need no bounds check.

#![allow(unsafe_code)]

use paratrace_replay::base::frames::Cell;

use super::arena::Arena;
use super::code::{Codes, Head};
use super::frames::Frames;
use super::lanes::{BLOCK, Block, FREE, Half, TAG, Wide};
use super::packed::Entered;
use super::run::Shadow;
use super::window::Open;
use crate::limits;

/// Number of blocks of a window.
pub(crate) const BLOCKS: usize = 4;
pub(crate) const LANES: usize = BLOCKS * BLOCK;

/// The first lane of the second tier.
const HIGH: usize = BLOCK / 2;

/// The cells of one window.
pub(crate) struct Cells {
    /// Cells of the stack's frames, per block.
    frames: [Frames; BLOCKS],
    /// Address below which frames must be unpacked before they are accessed.
    lowest: u32,
    /// Greatest number of cells that any path may touch in its frame.
    widest: u32,
    low: Arena<Half>,
    high: Arena<Half>,
    upper: [Arena<Block>; BLOCKS - 1],
    exception: [Block; BLOCKS],
    temps: Vec<[Block; BLOCKS]>,
    /// Ordinal at which the region open at each lane was entered.
    enter: [Block; BLOCKS],
    /// Tag of the cells that are written now.
    tag: u32,
    /// Whether a level of the second tier is open.
    high_open: bool,
    /// The greatest depth in each open region.
    max: [Block; BLOCKS],
    /// Bytes of plain cells at which pages are packed, and the tag at the last packing.
    pack_at: usize,
    mark: u32,
}

impl Cells {
    pub(super) fn new() -> Self {
        // Lanes of levels never entered are never valid; the lane without a level always is.
        let mut enter = [Block([u32::MAX; BLOCK]); BLOCKS];
        enter[0] = enter[0].with(FREE, 0);
        Self {
            frames: [const { Frames::new() }; BLOCKS],
            lowest: 0,
            widest: 0,
            low: Arena::new(),
            high: Arena::passing(),
            upper: [const { Arena::passing() }; BLOCKS - 1],
            exception: [Block::ZERO; BLOCKS],
            temps: vec![[Block::ZERO; BLOCKS]],
            enter,
            tag: 0,
            high_open: false,
            max: [Block::ZERO; BLOCKS],
            pack_at: limits::PLAIN_CELLS / 2,
            mark: 0,
        }
    }

    /// Returns the greatest depth in the region open at a lane.
    #[inline(always)]
    pub(super) fn greatest(&self, lane: usize) -> u32 {
        self.max[lane / BLOCK].0[lane % BLOCK]
    }

    fn plain_bytes(&self) -> usize {
        let upper: usize = self.upper.iter().map(Arena::plain_bytes).sum();
        self.low.plain_bytes() + self.high.plain_bytes() + upper
    }

    /// Packs pages that are no longer written, if cells take much memory; reading packed pages takes longer.
    pub(super) fn pack(&mut self) {
        if self.plain_bytes() >= self.pack_at {
            self.pack_cold();
            self.pack_at = limits::PLAIN_CELLS.max(self.plain_bytes() + limits::PLAIN_CELLS / 4);
        }
    }

    /// Packs the pages that have not been written since the last packing.
    #[cold]
    #[inline(never)]
    fn pack_cold(&mut self) {
        let since = std::mem::replace(&mut self.mark, self.tag);
        let entered = Entered::new(&self.enter);
        let mut room = (Vec::new(), Vec::new());
        for page in 0..self.low.pages() {
            let Some(cells) = self.low.page(page) else { continue };
            if cells.iter().any(|cell| cell.0[TAG] >= since) {
                continue;
            }
            let tags = cells.map(|cell| cell.0[TAG]);
            cells.iter_mut().for_each(|cell| entered.simplify_first(cell));
            self.low.pack(page, &mut room.0);
            if let Some(cells) = self.high.page(page) {
                cells.iter_mut().zip(tags).for_each(|(cell, tag)| entered.simplify_second(cell, tag));
                self.high.pack(page, &mut room.0);
            }
            for (upper, block) in self.upper.iter_mut().zip(1..) {
                let Some(cells) = upper.page(page) else { continue };
                cells.iter_mut().zip(tags).for_each(|(cell, tag)| *cell = cell.valid(tag, &self.enter[block]));
                upper.pack(page, &mut room.1);
            }
        }
    }

    /// Begins a region at a lane: what was written before does not count in it.
    #[inline(always)]
    pub(super) fn begin(&mut self, lane: usize, ordinal: u32) {
        let (block, at) = (lane / BLOCK, lane % BLOCK);
        self.tag = ordinal;
        self.enter[block] = self.enter[block].with(at, ordinal);
        self.max[block] = self.max[block].with(at, 0);
        if lane == HIGH {
            self.high.release();
        } else if at == 0 && block > 0 {
            self.upper[block - 1].release();
        }
        self.high_open = lane >= HIGH;
    }

    /// Records the number of open levels.
    #[inline(always)]
    pub(super) fn now(&mut self, levels: u32) {
        self.high_open = levels as usize > HIGH - super::lanes::FIRST;
    }

    /// Sets the origin of a block's frames when its first level is entered from the frame at this address. Within that
    /// level, no frame below it is read, nor anything written before.
    #[inline(always)]
    pub(super) fn rebase(&mut self, lane: usize, frame: u32) {
        if lane.is_multiple_of(BLOCK) {
            self.frames[lane / BLOCK].begin(frame);
        } else if lane == super::lanes::FIRST {
            self.frames[0].begin(frame);
        }
    }

    /// Tells which paths may run from now on.
    pub(super) fn run_paths_of(&mut self, codes: &Codes) {
        self.widest = codes.widest();
    }

    /// Makes frame cells from an address on accessible, in so many blocks.
    #[inline]
    pub(super) fn access(&mut self, blocks: usize, address: u32) {
        if address < self.lowest {
            self.return_to(blocks, address);
        }
    }

    /// Unpacks the frames from an address on, in so many blocks. The other blocks have no open level.
    #[cold]
    #[inline(never)]
    fn return_to(&mut self, blocks: usize, frame: u32) {
        let (open, closed) = self.frames.split_at_mut(blocks);
        open.iter_mut().for_each(|frames| frames.return_to(frame, self.widest));
        closed.iter_mut().for_each(|frames| frames.begin(frames.origin));
        self.find_lowest();
    }

    fn find_lowest(&mut self) {
        self.lowest = self.frames.iter().map(Frames::lowest).max().unwrap_or(0);
    }

    /// Restarts the ordinals, with the first `levels` lanes open. Each tag becomes the number of open levels whose
    /// region contains the write.
    #[cold]
    #[inline(never)]
    pub(super) fn renumber(&mut self, levels: usize) {
        let lanes = super::lanes::FIRST..super::lanes::FIRST + levels;
        let entered: Vec<u32> = lanes.clone().map(|lane| self.enter[lane / BLOCK].0[lane % BLOCK]).collect();
        let count = |tag: u32| entered.iter().filter(|&&entered| tag >= entered).count() as u32;
        self.exception[0].0[TAG] = count(self.exception[0].0[TAG]);
        self.frames[0].for_each(|cell| cell.0[TAG] = count(cell.0[TAG]));
        self.low.change(|cell| cell.0[TAG] = count(cell.0[TAG]));
        for (lane, number) in lanes.zip(1..) {
            self.enter[lane / BLOCK].0[lane % BLOCK] = number;
        }
        self.mark = 0;
    }

    #[inline(always)]
    fn valid<const N: usize>(&self, mut depths: Wide<N>) -> Wide<N> {
        let tag = depths.0[0].0[TAG];
        for block in 0..N {
            depths.0[block] = depths.0[block].valid(tag, &self.enter[block]);
        }
        depths
    }

    #[inline(always)]
    fn tagged(&self, first: &Block) -> Block {
        first.with(TAG, self.tag)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, blocks: usize, frame: u32, cells: u32) {
        self.frames.iter_mut().take(blocks).for_each(|frames| frames.reach(frame, cells));
        self.find_lowest();
    }

    /// Makes room for the temps and the frame cells of a path; returns the place of its frame in each block.
    #[cold]
    #[inline(never)]
    fn prepare<const N: usize>(&mut self, head: &Head, frame: u32) -> [usize; N] {
        self.grow(N, frame, head.reach);
        if self.temps.len() < head.temps as usize {
            self.grow_temps(head.temps);
        }
        std::array::from_fn(|block| self.frames[block].place(frame))
    }

    #[cold]
    #[inline(never)]
    fn grow_temps(&mut self, temps: u32) {
        self.temps.resize(temps as usize, [Block::ZERO; BLOCKS]);
    }

    /// Returns the smallest stretch that all tiers in use agree about.
    fn agreed(
        &self,
        blocks: usize,
        count: u32,
        low: impl Fn(&Arena<Half>, u32) -> u32,
        upper: impl Fn(&Arena<Block>, u32) -> u32,
    ) -> u32 {
        let mut count = low(&self.low, count);
        if self.high_open && count > 0 {
            count = low(&self.high, count);
        }
        for arena in &self.upper[..blocks - 1] {
            if count > 0 {
                count = upper(arena, count);
            }
        }
        count
    }
}

impl<const N: usize> Shadow<Wide<N>> for Open<'_, N> {
    type Frame = [usize; N];

    #[inline(always)]
    fn prepare(&mut self, head: &Head, frame: u32) -> [usize; N] {
        let cells = &mut self.0.cells;
        cells.access(N, frame);
        let mut room = cells.temps.len() >= head.temps as usize;
        let at: [usize; N] = std::array::from_fn(|block| {
            let at = cells.frames[block].place(frame);
            room &= cells.frames[block].cells.len() >= at + head.reach as usize;
            at
        });
        if room { at } else { cells.prepare(head, frame) }
    }

    #[inline(always)]
    fn temp(&self, temp: u32) -> Wide<N> {
        debug_assert!((temp as usize) < self.0.cells.temps.len());
        // SAFETY: temps of operations are below `Head::temps`, for which `prepare` made room.
        let blocks = unsafe { self.0.cells.temps.get_unchecked(temp as usize) };
        let mut value = Wide::ZERO;
        value.0.copy_from_slice(&blocks[..N]);
        value
    }

    #[inline(always)]
    fn set_temp(&mut self, temp: u32, value: Wide<N>) {
        debug_assert!((temp as usize) < self.0.cells.temps.len());
        // SAFETY: as in `temp`.
        let blocks = unsafe { self.0.cells.temps.get_unchecked_mut(temp as usize) };
        blocks[..N].copy_from_slice(&value.0);
    }

    #[inline(always)]
    fn load_frame(&self, frame: [usize; N], cell: u32) -> Wide<N> {
        let cells = &self.0.cells;
        let mut value = Wide::ZERO;
        for (block, &frame) in frame.iter().enumerate() {
            let at = frame + cell as usize;
            debug_assert!(at < cells.frames[block].cells.len());
            // SAFETY: cells of operations are below `Head::reach`, for which `prepare` made room behind `frame`.
            value.0[block] = unsafe { *cells.frames[block].cells.get_unchecked(at) };
        }
        cells.valid(value)
    }

    #[inline(always)]
    fn store_frame(&mut self, frame: [usize; N], cell: u32, value: Wide<N>) {
        let cells = &mut self.0.cells;
        for (block, &frame) in frame.iter().enumerate() {
            let at = frame + cell as usize;
            let own = if block == 0 { cells.tagged(&value.0[0]) } else { value.0[block] };
            debug_assert!(at < cells.frames[block].cells.len());
            // SAFETY: as in `load_frame`.
            unsafe { *cells.frames[block].cells.get_unchecked_mut(at) = own };
        }
    }

    #[inline(always)]
    fn load(&self, slot: u32) -> Wide<N> {
        let cells = &self.0.cells;
        let low = cells.low.get(slot);
        let tag = low.0[TAG];
        let mut value = Wide::ZERO;
        let high = if tag >= cells.enter[0].0[HIGH] { cells.high.get(slot) } else { Half::ZERO };
        value.0[0] = Block::join(&low, &high).valid(tag, &cells.enter[0]);
        for block in 1..N {
            if tag >= cells.enter[block].0[0] {
                value.0[block] = cells.upper[block - 1].get(slot).valid(tag, &cells.enter[block]);
            }
        }
        value
    }

    #[inline(always)]
    fn store(&mut self, slot: u32, value: Wide<N>) {
        if slot == 0 {
            return;
        }
        let cells = &mut self.0.cells;
        let (low, high) = cells.tagged(&value.0[0]).halves();
        cells.low.set(slot, low);
        if N > 1 || cells.high_open {
            cells.high.set(slot, high);
        }
        for block in 1..N {
            cells.upper[block - 1].set(slot, value.0[block]);
        }
    }

    #[inline(always)]
    fn exception(&self) -> Wide<N> {
        let mut value = Wide::ZERO;
        value.0.copy_from_slice(&self.0.cells.exception[..N]);
        self.0.cells.valid(value)
    }

    #[inline(always)]
    fn set_exception(&mut self, value: Wide<N>) {
        let cells = &mut self.0.cells;
        cells.exception[..N].copy_from_slice(&value.0);
        cells.exception[0] = cells.tagged(&value.0[0]);
    }

    #[inline(always)]
    fn max(&self) -> Wide<N> {
        let mut value = Wide::ZERO;
        value.0.copy_from_slice(&self.0.cells.max[..N]);
        value
    }

    #[inline(always)]
    fn set_max(&mut self, max: Wide<N>) {
        self.0.cells.max[..N].copy_from_slice(&max.0);
    }

    #[inline(never)]
    fn same_after(&self, slot: u32, count: u32) -> u32 {
        let (half, block) = (
            |arena: &Arena<Half>, count| arena.same_after(slot, count),
            |arena: &Arena<Block>, count| arena.same_after(slot, count),
        );
        self.0.cells.agreed(N, count, half, block)
    }

    #[inline(never)]
    fn same_before(&self, slot: u32, count: u32) -> u32 {
        let (half, block) = (
            |arena: &Arena<Half>, count| arena.same_before(slot, count),
            |arena: &Arena<Block>, count| arena.same_before(slot, count),
        );
        self.0.cells.agreed(N, count, half, block)
    }

    #[inline(never)]
    fn fill(&mut self, from: u32, count: u32, value: Wide<N>) {
        let cells = &mut self.0.cells;
        let (low, high) = cells.tagged(&value.0[0]).halves();
        cells.low.fill(from, count, low);
        if N > 1 || cells.high_open {
            cells.high.fill(from, count, high);
        }
        for block in 1..N {
            cells.upper[block - 1].fill(from, count, value.0[block]);
        }
    }

    fn at(&self, address: u32) -> Wide<N> {
        let cells = &self.0.cells;
        let mut value = Wide::ZERO;
        for block in 0..N {
            let at = address.wrapping_sub(cells.frames[block].origin) as usize;
            value.0[block] = cells.frames[block].cells.get(at).copied().unwrap_or(Block::ZERO);
        }
        cells.valid(value)
    }

    fn spread(&mut self, count: u32, value: Wide<N>, to: u32) {
        let cells = &mut self.0.cells;
        cells.grow(N, to, count);
        for block in 0..N {
            let own = if block == 0 { cells.tagged(&value.0[0]) } else { value.0[block] };
            let at = cells.frames[block].place(to);
            cells.frames[block].cells[at..at + count as usize].fill(own);
        }
    }

    #[inline(always)]
    fn exit(&mut self, levels: u32) {
        self.leave(levels);
    }
}
