//! Figures by region.

use paratrace_replay::base::pages::Pages;
use paratrace_replay::program::RegionId;

/// A figure of each region; that of a region without an occurrence is the default.
#[derive(Debug, Clone, Default)]
pub(crate) struct ByRegion<T>(Pages<T>);

impl<T: Copy + Default> ByRegion<T> {
    /// Returns the figure of a region, to be changed.
    #[inline(always)]
    pub(crate) fn at(&mut self, region: RegionId) -> &mut T {
        self.0.at(region.index())
    }

    /// Returns the figure of a region.
    pub(crate) fn get(&self, region: RegionId) -> T {
        self.0.get(region.index())
    }

    /// Lists figures by region, ascending: those of all regions that occurred, and of some that did not.
    pub(crate) fn each(&self) -> impl Iterator<Item = (RegionId, &T)> {
        self.0.each().map(|(region, figure)| (RegionId::new(region as u32), figure))
    }
}
