//! The last accesses of each location.

use paratrace_replay::base::frames::Cell as Zero;

use crate::dependences::Kind;
use crate::depths::Arena;

/// An access: one more than the number of its accessor, 0 if there was none; and the time of the thread.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) accessor: u32,
    pub(super) time: u32,
}

/// Marks, in place of an accessor, that the time is the number of a list of reads.
const LIST: u32 = u32::MAX;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Cell {
    written: Access,
    /// The last read since; or a list, if several that no happens-before orders may have been.
    read: Access,
}

impl Zero for Cell {
    const ZERO: Self = Self { written: Access { accessor: 0, time: 0 }, read: Access { accessor: 0, time: 0 } };
}

/// All locations.
pub(super) struct Locations {
    cells: Arena<Cell>,
    lists: Vec<Vec<Access>>,
    /// Numbers of lists that no location has any longer.
    free: Vec<u32>,
}

impl Locations {
    pub(super) fn new() -> Self {
        Self { cells: Arena::new(), lists: Vec::new(), free: Vec::new() }
    }

    /// Returns how many of `count` locations were accessed alike: at least 1.
    pub(super) fn same_after(&self, slot: u32, count: u32) -> u32 {
        let is_list = self.cells.get(slot).read.accessor == LIST;
        if is_list { 1 } else { self.cells.same_after(slot, count).max(1) }
    }

    /// Writes locations. `conflict` is told the accesses that do not come before.
    pub(super) fn write(
        &mut self,
        (slot, count): (u32, u32),
        now: Access,
        is_before: impl Fn(Access) -> bool,
        conflict: &mut impl FnMut(Kind, Access),
    ) {
        let Cell { written, read } = self.cells.get(slot);
        if written.accessor != 0 && !is_before(written) {
            conflict(Kind::Waw, written);
        }
        let last = [read];
        let reads = if read.accessor == LIST { &self.lists[read.time as usize][..] } else { &last };
        for &read in reads.iter().filter(|read| read.accessor != 0 && !is_before(**read)) {
            conflict(Kind::War, read);
        }
        if read.accessor == LIST {
            self.lists[read.time as usize].clear();
            self.free.push(read.time);
        }
        self.set(slot, count, Cell { written: now, read: Access::default() });
    }

    /// Reads locations. `conflict` is told the write, if it does not come before.
    pub(super) fn read(
        &mut self,
        (slot, count): (u32, u32),
        now: Access,
        (is_before, is_same): (impl Fn(Access) -> bool, impl Fn(Access) -> bool),
        conflict: &mut impl FnMut(Kind, Access),
    ) {
        let Cell { written, read } = self.cells.get(slot);
        if written.accessor != 0 && !is_before(written) {
            conflict(Kind::Raw, written);
        }
        if read == now {
            return;
        }
        if read.accessor == LIST {
            let list = &mut self.lists[read.time as usize];
            match list.iter_mut().find(|read| is_same(**read)) {
                Some(own) => *own = now,
                None => list.push(now),
            }
        } else if read.accessor == 0 || is_before(read) {
            self.set(slot, count, Cell { written, read: now });
        } else {
            // Each location gets a list of its own, as what follows may differ.
            for slot in slot..slot + count {
                let number = self.free.pop().unwrap_or_else(|| {
                    self.lists.push(Vec::new());
                    self.lists.len() as u32 - 1
                });
                self.lists[number as usize].extend([read, now]);
                self.cells.set(slot, Cell { written, read: Access { accessor: LIST, time: number } });
            }
        }
    }

    fn set(&mut self, slot: u32, count: u32, cell: Cell) {
        if count == 1 { self.cells.set(slot, cell) } else { self.cells.fill(slot, count, cell) }
    }
}
