//! Why a parallel version does not scale, as text and as a page.

mod html;
mod notes;
mod places;
mod tables;
mod text;
mod verdict;
mod words;

pub use html::{HtmlError, html};
pub use text::text;
pub use verdict::verdict;
