//! Rows: the counters of one task in one thread.

use rustc_hash::FxHashMap;

use super::bits::Bits;

/// Size of the direct-mapped cache from entities to counters.
const RECENT: usize = 256;

/// The accesses to one shared array, or to all shared primitive scalars.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counter {
    /// The array; 0 for the scalars.
    pub(super) entity: u32,
    pub(super) reads: u64,
    pub(super) writes: u64,
    /// Reads and writes while the task ran inside no other task.
    pub(super) outermost: (u64, u64),
    /// Times of the first and the last access, in nodes of the task.
    pub(super) first: u64,
    pub(super) last: u64,
}

impl Counter {
    fn new(entity: u32) -> Self {
        Self { entity, reads: 0, writes: 0, outermost: (0, 0), first: u64::MAX, last: 0 }
    }

    #[inline]
    fn add(&mut self, access: Access) {
        let Access { write, values, time, outermost } = access;
        self.first = self.first.min(time);
        self.last = self.last.max(time);
        let (sum, outer) = match write {
            false => (&mut self.reads, &mut self.outermost.0),
            true => (&mut self.writes, &mut self.outermost.1),
        };
        *sum += values;
        *outer += if outermost { values } else { 0 };
    }
}

/// One access, or several to consecutive slots.
#[derive(Debug, Clone, Copy)]
pub(super) struct Access {
    pub(super) write: bool,
    pub(super) values: u64,
    /// Number of nodes of the task before it.
    pub(super) time: u64,
    /// True if the task runs inside no other task.
    pub(super) outermost: bool,
}

/// Numbers of reads and writes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) reads: u64,
    pub(super) writes: u64,
}

impl Sums {
    #[inline]
    pub(super) fn add(&mut self, write: bool, values: u64) {
        *(if write { &mut self.writes } else { &mut self.reads }) += values;
    }
}

/// A task in a thread.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) task: u32,
    pub(super) thread: u32,
    pub(super) instances: u64,
    /// Number of nodes of the instances that ended.
    pub(super) nodes: u64,
    pub(super) scalars: Counter,
    arrays: Vec<Counter>,
    numbers: FxHashMap<u32, u32>,
    recent: Box<[(u32, u32); RECENT]>,
    /// Slots of shared arrays that the task reads, and those that it writes.
    pub(super) read: Bits,
    pub(super) written: Bits,
    /// Numbers of arrays and of other objects created inside the task.
    pub(super) created: (u64, u64),
    /// Accesses to scalars and elements created inside the task.
    pub(super) own_scalars: Sums,
    pub(super) own_elements: Sums,
    /// Copies of elements of own arrays whose type is not known yet, by entity.
    pub(super) pending: FxHashMap<u32, Sums>,
    /// Shared accesses so far, to scalars and to elements.
    pub(super) accesses: (u64, u64),
    /// Time of the shared accesses so far, in ns; 0 without a memory model.
    pub(super) time: f64,
}

impl Row {
    pub(super) fn new(task: u32, thread: u32) -> Self {
        Self {
            task,
            thread,
            instances: 0,
            nodes: 0,
            scalars: Counter::new(0),
            arrays: Vec::new(),
            numbers: FxHashMap::default(),
            recent: Box::new([(0, 0); RECENT]),
            read: Bits::default(),
            written: Bits::default(),
            created: (0, 0),
            own_scalars: Sums::default(),
            own_elements: Sums::default(),
            pending: FxHashMap::default(),
            accesses: (0, 0),
            time: 0.0,
        }
    }

    /// Counts an access to a shared scalar.
    #[inline]
    pub(super) fn scalar(&mut self, access: Access) {
        self.scalars.add(access);
        self.accesses.0 += 1;
    }

    /// Counts accesses to consecutive elements of a shared array. Elements not known to be primitive stay out of
    /// [`Self::accesses`].
    #[inline]
    pub(super) fn elements(&mut self, entity: u32, slot: u32, access: Access, primitive: bool) {
        let number = self.number(entity);
        self.arrays[number].add(access);
        let bits = if access.write { &mut self.written } else { &mut self.read };
        match access.values {
            1 => bits.set(slot),
            count => bits.fill(slot, count as u32),
        }
        self.accesses.1 += if primitive { access.values } else { 0 };
    }

    #[inline]
    fn number(&mut self, entity: u32) -> usize {
        let at = entity as usize % RECENT;
        if self.recent[at].0 != entity {
            let number = self.find(entity);
            self.recent[at] = (entity, number);
        }
        self.recent[at].1 as usize
    }

    fn find(&mut self, entity: u32) -> u32 {
        let next = self.arrays.len() as u32;
        let number = *self.numbers.entry(entity).or_insert(next);
        if number == next {
            self.arrays.push(Counter::new(entity));
        }
        number
    }

    /// Returns the arrays, in the order of their first accesses.
    pub(super) fn arrays(&self) -> &[Counter] {
        &self.arrays
    }
}
