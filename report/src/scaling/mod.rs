//! Why a parallel version does not scale, as text.

mod notes;
mod places;
mod tables;
mod text;
mod verdict;
mod words;

pub use text::text;
pub use verdict::verdict;
