//! The table of paths that occurred, each decoded once.

use paratrace_traceformat::map::PathId;
use rustc_hash::FxHashMap;

use super::counted::Executions;
use crate::base::error::Desync;
use crate::base::pages::Pages;
use crate::base::prefetch::prefetch;
use crate::program::{Index, PathInfo, PathRow};

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
        let index = self.add(self.index.path_of_event(id)?);
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
        let index = self.add(self.index.path_without_event(start)?);
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

    fn add(&mut self, path: PathInfo) -> PathRow {
        let index = PathRow::new(self.infos.len() as u32);
        self.infos.push(PathInfo { index, ..path });
        self.counts.push(Executions::default());
        index
    }
}
