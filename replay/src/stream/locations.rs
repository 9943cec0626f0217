//! Memory locations of one thread, as slots in one number space.
//!
//! Slot 0 belongs to no object: it reads as depth 0, and writes to it are ignored. The slots of static fields follow.
//! Then come pages of slots, which objects get when an index of theirs is first touched: 0..4, 4..8, 8..16, 16..32,
//! 32..64, then 64 at a time. So small objects stay small, and arrays grow without a known length.
//!
//! An *entity* is one identity in the trace. Traced objects have numbers that are never reused. All others have a hash,
//! which a new array or a newly initialised object takes over.

use fixedbitset::FixedBitSet;
use paratrace_traceformat::map::MethodId;
use rustc_hash::FxHashMap;

use crate::base::error::Desync;
use crate::base::limits;
use crate::program::MONITOR_INDEX;
use crate::replay::Identities;
use crate::stream::{Birth, Made, Notes, PAGE_UNIT, Page};

/// Number of an entity; 0 is null.
pub type Entity = u32;

/// Marks a hash whose entity may be two objects.
const DOUBTFUL: Entity = 1 << 31;

/// Index of the opaque state among the locations of an object identified by its hash.
pub const STATE_INDEX: u32 = 0;

const NUMBERS_PER_PAGE: usize = 1024;
const PAGES_PER_BLOCK: usize = 512;
const FIRST_LARGE: u32 = 5;
/// The page of the monitor, which is no part of the object's state.
const MONITOR_PAGE: u32 = u32::MAX;

/// Returns the page that an index is in, the page's first index and its size.
fn page_of(index: u32) -> (u32, u32, u32) {
    match index {
        0..4 => (0, 0, 4),
        4..8 => (1, 4, 4),
        8..16 => (2, 8, 8),
        16..32 => (3, 16, 16),
        32..64 => (4, 32, 32),
        MONITOR_INDEX => (MONITOR_PAGE, MONITOR_INDEX, PAGE_UNIT),
        _ => (FIRST_LARGE - 1 + index / 64, index & !63, 64),
    }
}

/// The pages of an entity after page 0.
#[derive(Debug, Default)]
struct More {
    small: [u32; FIRST_LARGE as usize - 1],
    monitor: u32,
    large: Vec<Option<Box<[u32; PAGES_PER_BLOCK]>>>,
}

impl More {
    fn known(&self, page: u32) -> u32 {
        match page {
            ..FIRST_LARGE => return self.small[page as usize - 1],
            MONITOR_PAGE => return self.monitor,
            _ => {}
        }
        let at = (page - FIRST_LARGE) as usize;
        match self.large.get(at / PAGES_PER_BLOCK) {
            Some(Some(block)) => block[at % PAGES_PER_BLOCK],
            _ => 0,
        }
    }

    /// Lists first slot and size of the pages that exist.
    fn pages(&self) -> impl Iterator<Item = (u32, u32)> {
        let small = self.small.iter().zip([4, 8, 16, 32]).map(|(&first, size)| (first, size));
        let large = self.large.iter().flatten().flat_map(|block| block.iter().map(|&first| (first, 64)));
        small.chain(large).filter(|&(first, _)| first != 0)
    }

    fn page(&mut self, page: u32) -> &mut u32 {
        match page {
            ..FIRST_LARGE => return &mut self.small[page as usize - 1],
            MONITOR_PAGE => return &mut self.monitor,
            _ => {}
        }
        let at = (page - FIRST_LARGE) as usize;
        let block = at / PAGES_PER_BLOCK;
        if block >= self.large.len() {
            self.large.resize_with(block + 1, || None);
        }
        &mut self.large[block].get_or_insert_with(|| Box::new([0; PAGES_PER_BLOCK]))[at % PAGES_PER_BLOCK]
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Pages {
    /// First slot of page 0, or 0 if it has no slots.
    first: u32,
    /// 1 + index of the further pages, or 0.
    more: u32,
}

/// The entities and slots of one thread.
#[derive(Debug)]
pub struct Locations {
    numbers: Vec<Option<Box<[Entity; NUMBERS_PER_PAGE]>>>,
    /// Entities by hash. Those that may be taken for another one are marked [`DOUBTFUL`].
    hashes: FxHashMap<u32, Entity>,
    /// The bit [`DOUBTFUL`] if a marked entity occurred since the last [`Self::note_doubt`].
    doubt: Entity,
    identities: Identities,
    entities: Vec<Pages>,
    /// Objects that untraced code was given, or that share state with one.
    given: FixedBitSet,
    /// Of objects that share state with another one: that one.
    wholes: FxHashMap<Entity, Entity>,
    more: Vec<More>,
    next: u32,
    notes: Notes,
}

impl Locations {
    /// Creates the locations of a program with `static_slots` slots for static fields.
    pub fn new(static_slots: u32) -> Self {
        Self {
            numbers: Vec::new(),
            hashes: FxHashMap::default(),
            doubt: 0,
            identities: Identities::default(),
            entities: vec![Pages::default()],
            given: FixedBitSet::new(),
            wholes: FxHashMap::default(),
            more: Vec::new(),
            next: static_slots.saturating_add(1),
            notes: Notes::default(),
        }
    }

    /// Makes it take notes of new entities and pages from now on.
    pub fn with_notes(mut self) -> Self {
        self.notes.wanted = true;
        self
    }

    /// Returns the notes since the last time.
    pub fn take_notes(&mut self) -> Notes {
        self.notes.take()
    }

    /// Sets the word of the stream that later notes refer to.
    #[inline]
    pub fn note_at(&mut self, at: usize) {
        self.notes.at = at as u32;
    }

    /// Adds an entity that nothing refers to yet.
    pub fn fresh(&mut self, made: Made) -> Result<Entity, Desync> {
        if self.entities.len() >= DOUBTFUL as usize {
            return Err(Desync::TooManyLocations);
        }
        self.entities.push(Pages::default());
        if self.notes.wanted {
            self.notes.births.push(Birth { at: self.notes.at, made });
        }
        Ok(self.entities.len() as u32 - 1)
    }

    /// Returns the object with a number.
    #[inline]
    pub fn by_number(&mut self, number: u32) -> Result<Entity, Desync> {
        if number == 0 {
            return Ok(0);
        }
        let (page, at) = (number as usize / NUMBERS_PER_PAGE, number as usize % NUMBERS_PER_PAGE);
        if let Some(Some(entities)) = self.numbers.get(page)
            && entities[at] != 0
        {
            return Ok(entities[at]);
        }
        let entity = self.fresh(Made::Numbered)?;
        self.identities.numbered += 1;
        if page >= self.numbers.len() {
            self.numbers.resize_with(page + 1, || None);
        }
        self.numbers[page].get_or_insert_with(|| Box::new([0; NUMBERS_PER_PAGE]))[at] = entity;
        Ok(entity)
    }

    /// Returns the object that has a hash now.
    #[inline]
    pub fn by_hash(&mut self, hash: u32) -> Result<Entity, Desync> {
        if hash == 0 {
            return Ok(0);
        }
        if let Some(&entity) = self.hashes.get(&hash) {
            self.doubt |= entity;
            return Ok(entity & !DOUBTFUL);
        }
        let entity = self.fresh(Made::Hashed)?;
        self.identities.found += 1;
        self.identities.pairs = self.identities.pairs.saturating_add(self.hashes.len() as u64);
        self.doubt = DOUBTFUL;
        self.hashes.insert(hash, entity | DOUBTFUL);
        Ok(entity)
    }

    /// Lets a new object take over a hash. One that is newer than the object is the same one: the constructor of a traced JDK that was
    /// initialising it has called an untraced constructor of a super class.
    pub fn take_over(&mut self, hash: u32, entity: Entity) {
        if hash == 0 {
            return;
        }
        let before = self.hashes.insert(hash, entity).unwrap_or(entity);
        let (doubt, before) = (before & DOUBTFUL, before & !DOUBTFUL);
        if before > entity {
            self.hashes.insert(hash, entity | doubt);
            return;
        }
        self.identities.created += 1;
        self.identities.created_pairs = self.identities.created_pairs.saturating_add(self.hashes.len() as u64);
        if before < entity {
            self.identities.reused += 1;
            self.doubt = DOUBTFUL;
            self.hashes.insert(hash, entity | DOUBTFUL);
        }
    }

    /// Marks the method as doubtful if a doubtful entity occurred since the last call.
    #[inline]
    pub fn note_doubt(&mut self, method: MethodId) {
        if self.doubt & DOUBTFUL != 0 {
            self.identities.doubtful.insert(method);
        }
        self.doubt = 0;
    }

    /// Returns how objects were identified.
    pub fn identities(&self) -> &Identities {
        &self.identities
    }

    /// Notes that untraced code knows an object.
    #[inline]
    pub fn give(&mut self, entity: Entity) {
        self.given.grow_and_insert(entity as usize);
    }

    /// Returns whether untraced code knows an object.
    #[inline]
    pub fn is_given(&self, entity: Entity) -> bool {
        self.given.contains(entity as usize)
    }

    /// Notes that untraced code made an object that shares state with `source`.
    pub fn share(&mut self, entity: Entity, source: Entity) {
        let whole = self.whole(source);
        if entity != 0 && source != 0 && entity != whole {
            self.give(entity);
            self.wholes.insert(entity, whole);
        }
    }

    fn whole(&self, entity: Entity) -> Entity {
        self.wholes.get(&entity).copied().unwrap_or(entity)
    }

    /// Returns the slot of the state of an object, or of the one that it shares state with.
    pub fn state_of_whole(&mut self, entity: Entity) -> Result<u32, Desync> {
        self.slot(self.whole(entity), STATE_INDEX)
    }

    /// Appends the parts of an object, or of the one that it shares state with: first slot and length of each run of
    /// consecutive slots. Returns the number of parts.
    pub fn parts(&self, entity: Entity, runs: &mut Vec<u32>) -> u64 {
        self.elements(self.whole(entity), runs)
    }

    /// Appends the parts of an object itself, as [`Self::parts`] does.
    pub fn elements(&self, entity: Entity, runs: &mut Vec<u32>) -> u64 {
        let Some(pages) = self.entities.get(entity as usize) else { return 0 };
        let (start, mut count) = (runs.len(), 0);
        let mut add = |first: u32, length: u32| {
            count += u64::from(length);
            if let [.., last, before] = &mut runs[start..]
                && *last + *before == first
            {
                return *before += length;
            }
            runs.extend([first, length]);
        };
        if pages.first != 0 {
            add(pages.first + 1, page_of(STATE_INDEX).2 - 1);
        }
        if let Some(more) = pages.more.checked_sub(1).and_then(|at| self.more.get(at as usize)) {
            more.pages().for_each(|(first, size)| add(first, size));
        }
        count
    }

    /// Returns the slot of a location; 0 of no object.
    #[inline]
    pub fn slot_if_any(&mut self, entity: Entity, index: u32) -> Result<u32, Desync> {
        if entity == 0 { Ok(0) } else { self.slot(entity, index) }
    }

    /// Returns the slot of a location.
    #[inline]
    pub fn slot(&mut self, entity: Entity, index: u32) -> Result<u32, Desync> {
        if entity == 0 {
            return Err(Desync::NullAccess);
        }
        let Some(&pages) = self.entities.get(entity as usize) else { return Err(Desync::NullAccess) };
        if index < 4 && pages.first != 0 {
            return Ok(pages.first + index);
        }
        self.run(entity, index).map(|(slot, _)| slot)
    }

    /// Looks up a run like [`Self::run`], but gives slot 0 for locations that have none because they were never
    /// written.
    pub fn written_run(&mut self, entity: Entity, index: u32) -> (u32, u32) {
        let (page, start, size) = page_of(index);
        let within = index - start;
        let first = match self.entities.get(entity as usize) {
            Some(pages) if page == 0 => pages.first,
            Some(pages) if pages.more != 0 => self.more[pages.more as usize - 1].known(page),
            _ => 0,
        };
        (if first == 0 { 0 } else { first + within }, size - within)
    }

    /// Gives slots to consecutive locations.
    pub fn touch(&mut self, entity: Entity, index: u32, count: u32) -> Result<(), Desync> {
        let mut done = 0;
        while done < count {
            done += self.run(entity, index + done)?.1;
        }
        Ok(())
    }

    /// Returns the slot of a location, and the number of locations from there on that have consecutive slots.
    pub fn run(&mut self, entity: Entity, index: u32) -> Result<(u32, u32), Desync> {
        let (page, start, size) = page_of(index);
        let next = self.next;
        let Some(entry) = self.entities.get_mut(entity as usize) else { return Err(Desync::NullAccess) };
        let first = if page == 0 {
            &mut entry.first
        } else {
            if entry.more == 0 {
                self.more.push(More::default());
                entry.more = self.more.len() as u32;
            }
            self.more[entry.more as usize - 1].page(page)
        };
        if *first == 0 {
            self.next =
                next.checked_add(size).filter(|&end| end <= limits::MAX_SLOTS).ok_or(Desync::TooManyLocations)?;
            *first = next;
            if self.notes.wanted {
                self.notes.pages.push(Page { entity, first: start, size });
            }
        }
        let within = index - start;
        Ok((*first + within, size - within))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: u32 = 7;

    #[test]
    fn a_monitor_is_no_part_of_its_object() -> Result<(), Desync> {
        let mut locations = Locations::new(0);
        let object = locations.by_hash(HASH)?;
        let monitor = locations.slot(object, MONITOR_INDEX)?;
        let others = [STATE_INDEX, 1, 63, 64, 1 << 20].map(|index| locations.slot(object, index));
        assert_eq!(locations.slot(object, MONITOR_INDEX)?, monitor);
        assert!(others.into_iter().all(|slot| slot.is_ok_and(|slot| slot != monitor && slot > 0)));
        let mut runs = Vec::new();
        locations.parts(object, &mut runs);
        assert!(runs.chunks_exact(2).all(|run| !(run[0]..run[0] + run[1]).contains(&monitor)));
        Ok(())
    }

    #[test]
    fn an_object_that_is_initialised_twice_is_one() -> Result<(), Desync> {
        let mut locations = Locations::new(0);
        let object = locations.fresh(Made::Initialised)?;
        let within = locations.fresh(Made::Initialised)?;
        locations.take_over(HASH, within);
        locations.take_over(HASH, object);
        assert_eq!(locations.by_hash(HASH)?, object);
        let Identities { created, reused, .. } = locations.identities();
        assert_eq!((*created, *reused), (1, 0));
        let other = locations.fresh(Made::Initialised)?;
        locations.take_over(HASH, other);
        let Identities { created, reused, .. } = locations.identities();
        assert_eq!((*created, *reused), (2, 1));
        Ok(())
    }
}
