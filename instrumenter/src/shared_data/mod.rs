//! Shared data of tasks, found at design time: the instructions that may read or write data visible to others (Stahl et
//! al., sections 4.1 and 4.2).
//!
//! A *task* is a method that the user names. What it may reach is found together with what its references may refer to
//! ([`analysis`]); each access to data that is not surely its own becomes an annotation ([`annotate()`]). Both of the paper's
//! directions are in the references: *forward*, a read annotates everything that flows from outside; *backward*, the origin of
//! a reference is the set of objects it may be. Whoever counts or reports takes the annotations from there.

mod analysis;
mod annotate;
mod bits;
mod cycles;
mod dispatch;
mod filter;
mod flow;
mod hierarchy;
mod library;
mod objects;
mod order;
mod program;
mod report;
mod solver;
mod stack;
mod types;

pub(crate) use analysis::{Analysis, declared};
pub(crate) use annotate::{AccessKind, Annotation, Annotations, Owner, annotate, mark_holder, marked_classes};
pub(crate) use flow::{Access, Call, Event, FieldName, Flow, Index, Place, Source};
pub(crate) use hierarchy::Hierarchy;
pub(crate) use library::known;
pub(crate) use objects::MethodId;
pub(crate) use program::Program;
pub(crate) use report::find_tasks;
pub use report::{Estimate, EstimatedAccess, EstimatedMethod, estimate};
