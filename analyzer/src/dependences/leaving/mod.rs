//! Which construct instances an edge leaves, without visiting them (docs/metrics.md, “Dependence distances”).
//!
//! An edge leaves the instances around its head up to the innermost one that is still open at its tail. Their constructs are a
//! stretch of the *context* of the head: the chain of constructs around it. Instances enclose each other, so the violated ones
//! are the outer part of that stretch. One update of a table of rows ([`rows`]) tells all of it; once, at the end, the rows are
//! added up for each construct ([`expand`]).
//!
//! Instances that begin and end within a unit are the same in each of its executions. They are not opened: the head of an edge
//! names its [`Site`], around which they are known.

mod backward;
mod contexts;
mod expand;
mod forward;
mod instances;
mod methods;
mod nest;
mod odd;
mod rows;
mod settled;
mod sites;
#[cfg(test)]
mod tests;

pub(super) use backward::{Around, LeavingBackward};
pub(super) use forward::{Head, LeavingForward, Table, Tables};
pub(super) use sites::Site;

use paratrace_traceformat::map::InstructionId;

use super::edges::Kind;

/// The end of an instance that is still open.
pub(super) const OPEN: u64 = u64::MAX;

/// Edges between two nodes of the thread.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) kind: Kind,
    /// Instruction that comes first (the head), and the one that depends on it (the tail). `from` and `to` are their
    /// time stamps.
    pub(super) head: InstructionId,
    pub(super) tail: InstructionId,
    pub(super) from: u64,
    pub(super) to: u64,
    /// Number of equal edges.
    pub(super) count: u64,
}

impl Edge {
    #[inline]
    fn distance(&self) -> u64 {
        self.to - self.from
    }
}
