//! Activations that are open, or that a record or edge refers to.

use paratrace_replay::base::compacting_pool::Item;
use paratrace_traceformat::map::MethodId;

use super::figures::Figures;

/// One activation of a method.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Activation {
    pub(crate) thread: u32,
    pub(crate) method: MethodId,
    /// Number of activations of the method that began before it.
    pub(crate) ordinal: u32,
    /// Its calling context.
    pub(crate) context: u32,
    pub(crate) figures: Figures,
}

impl Item for Activation {
    fn parent(&mut self) -> Option<&mut u32> {
        None
    }
}
