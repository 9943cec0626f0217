//! Why a parallel version does not scale, as text.

mod text;

pub use text::text;
