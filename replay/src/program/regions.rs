//! Regions: the methods of a program, then its loops (docs/metrics.md, “Loops and methods”).

use paratrace_traceformat::handle;
use paratrace_traceformat::map::{LoopId, MethodId, ProgramMap};

handle! {
    /// Number of a region: methods come first, then loops.
    pub struct RegionId;
}

impl RegionId {
    /// Returns the region of a method.
    #[inline]
    pub const fn of_method(method: MethodId) -> Self {
        Self::new(method.number())
    }

    /// Returns the region of a loop.
    #[inline]
    pub fn of_loop(map: &ProgramMap, looped: LoopId) -> Self {
        Self::new(map.methods.len() as u32 + looped.number())
    }

    /// Returns the method of an activation's region.
    #[inline]
    pub const fn activated(self) -> MethodId {
        MethodId::new(self.number())
    }

    /// Returns the loop of a region; `None` for methods.
    pub fn looped(self, map: &ProgramMap) -> Option<LoopId> {
        self.number().checked_sub(map.methods.len() as u32).map(LoopId::new)
    }

    /// Returns whether it is the region of a method.
    pub fn is_method(self, map: &ProgramMap) -> bool {
        self.index() < map.methods.len()
    }
}
